/** After how many days a rejected account is deleted. Until then, its owner can read the reason. */
export const REJECTED_DAYS = 14
