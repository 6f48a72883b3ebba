/** The scripts that are written without spaces between words, as a part of a character class. */
export const UNSPACED_SCRIPTS = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Mymr}\p{scx=Khmr}`
