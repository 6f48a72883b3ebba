export const skillMessages = {
  fileMissing: 'A file of the skill is not stored, or not yours. Send it again.',
  reasonRequired: 'Say why this version is withdrawn',
  ruleUnknown: 'Choose one of the rules in the list',
  versionDeleted: 'The author has deleted this version.',
  versionModerated: 'Moderators have withdrawn this version.',
} as const
