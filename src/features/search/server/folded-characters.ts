/**
 * The characters that `fold_text` (database/migrations/0140-folded-words.sql) removes from words, as a part of a character class
 * of regular expressions here and in PostgreSQL.
 */
export const FOLDED =
  '\\u00ad\\u034f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u061c\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff'
