import { kind } from './kind.ts'

/** What is told, sung, spoken or sold. */
export const tellingKinds = [
  kind(
    'picture',
    'create an image, generate an image, an image of, image for, photo of, photograph of, photorealistic, ultra realistic, portrait of, illustration of, painting of, logo for, a logo',
    {
      role: 'a photographer and art director',
      format: 'one image, no text in it',
      skip: ['audience', 'context', 'tone', 'length', 'steps', 'constraints'],
    },
  ),
  kind('poem', 'poem, poems, haiku, sonnet, limerick, verse, rhyme', {
    role: 'a poet with a fine ear for rhythm and image',
    audience: 'readers who enjoy poetry',
    tone: 'vivid and tender',
    length: '12 to 20 lines',
    format: 'the poem alone, with a title',
    skip: ['context', 'constraints'],
  }),
  kind('song', 'song lyrics, lyrics, a song', {
    role: 'a songwriter who makes words easy to sing',
    audience: 'listeners of the genre',
    tone: 'heartfelt',
    length: 'two verses, a chorus and a bridge',
    format: 'lyrics with each section labelled',
    skip: ['context', 'constraints'],
  }),
  kind(
    'story',
    'story, stories, tale, novel, short story, fairy tale, screenplay, chapter, fiction, fanfic',
    {
      role: 'a storyteller who shows rather than tells',
      audience: 'adult readers',
      tone: 'immersive',
      length: '600 to 900 words',
      format: 'continuous prose with a title',
      skip: ['context', 'constraints'],
      steps: [
        'Settle the main character, their wish and what stands in the way.',
        'Build one turning point.',
        'End on an image that stays.',
      ],
    },
  ),
  kind('speech', 'speech, presentation, talk, pitch, keynote, toast, slides, slide deck, podcast', {
    role: 'a speechwriter who writes for the ear',
    audience: 'the people in the room',
    tone: 'confident and warm',
    length: 'about 5 minutes when spoken',
    format: 'opening, three points, closing line',
    needs: ['Occasion', 'occasion', 'a small gathering'],
  }),
  kind(
    'selling',
    'product description, ad copy, advert, advertisement, advertising, landing page, slogan, tagline, marketing, sales page, headline, headlines, copywriting, campaign, brand',
    {
      role: 'a copywriter who sells by being specific',
      audience: 'people who have the problem that it solves',
      tone: 'confident, without exaggeration',
      length: '80 to 120 words',
      format: 'a headline, the text, and one call to action',
      needs: ['What makes it special', 'selling_points', 'name three facts about it'],
    },
  ),
  kind(
    'posting',
    'tweet, tweets, linkedin, instagram, social media, facebook, tiktok, caption, captions, hashtag, hashtags, thread, youtube',
    {
      role: 'a social media editor who knows what people stop for',
      audience: 'followers who scroll quickly',
      tone: 'lively and personal',
      length: 'within the limits of the platform',
      format: 'ready to post, the hook in the first line',
      needs: ['Occasion', 'occasion', 'an ordinary day'],
    },
  ),
  kind(
    'message',
    'email, e mail, emails, letter, cover letter, reply to, message, messages, newsletter, invitation, apology',
    {
      role: 'a writer of clear and courteous messages',
      audience: 'the person it is sent to',
      tone: 'polite and direct',
      length: 'under 180 words',
      format: 'subject line, then the message',
      needs: ['Situation', 'situation', 'nothing further to know'],
    },
  ),
] as const
