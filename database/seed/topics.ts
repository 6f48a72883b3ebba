export const seedTopics = [
  { name: 'Writing', description: 'Drafting, editing and finding the right voice.', isHot: true },
  {
    name: 'Marketing',
    description: 'Messages, campaigns and positioning that respect the reader.',
    isHot: false,
  },
  { name: 'Learning', description: 'Tutors, study plans and better explanations.', isHot: true },
  { name: 'Career', description: 'Interviews, negotiation and growing at work.', isHot: false },
  { name: 'Productivity', description: 'Meetings, plans and decisions with less friction.', isHot: false },
  {
    name: 'Research',
    description: 'Reading critically, comparing sources, asking sharper questions.',
    isHot: false,
  },
  { name: 'Business Strategy', description: 'Thinking through markets, risks and choices.', isHot: false },
  { name: 'Cooking', description: 'Recipes, menus and making do with what is there.', isHot: false },
  {
    name: 'Web Development',
    description: 'Interfaces, accessibility and performance on the web.',
    isHot: true,
  },
  { name: 'Code Review', description: 'Finding defects, and saying so kindly.', isHot: false },
  { name: 'DevOps', description: 'Deployments, incidents and everything that runs at night.', isHot: false },
  { name: 'Databases', description: 'Schemas, queries and migrations without surprises.', isHot: false },
  { name: 'Machine Learning', description: 'Data, training, evaluation and honest metrics.', isHot: true },
  { name: 'Photography', description: 'Photographic images: light, lens and moment.', isHot: false },
  { name: 'Illustration', description: 'Drawn and painted images in every style.', isHot: false },
  { name: 'Product Design', description: 'Packaging, objects, interiors and brand pictures.', isHot: false },
  { name: 'Cinematic Video', description: 'Shots and scenes with the language of film.', isHot: true },
  { name: 'Animation', description: 'Stop motion, loops and moving design.', isHot: false },
  { name: 'Music', description: 'Songs, scores and grooves.', isHot: false },
  { name: 'Voice and Sound', description: 'Narration, podcasts, effects and atmospheres.', isHot: false },
] as const

export type TopicName = (typeof seedTopics)[number]['name']
