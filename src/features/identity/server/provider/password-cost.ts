/** The scrypt parameters that OWASP recommends. Each hash takes 128 MB and about a third of a second. */
export const RECOMMENDED_COST = { N: 2 ** 17, r: 8, p: 1 }

/** The parameters of new hashes, which tests lower. */
export const passwordCost = { ...RECOMMENDED_COST }
