import { kind } from './kind.ts'

/** What is worked out, explained or put in order. */
export const thinkingKinds = [
  kind(
    'summary',
    'summarize, summarise, summary, summaries, tl dr, key points, takeaways, condense, digest',
    {
      role: 'an editor who finds what matters',
      audience: 'a busy reader who has not seen the original',
      tone: 'neutral',
      length: '5 bullet points of at most 25 words',
      format: 'one sentence that says it all, then bullet points',
      needs: ['Text', 'text', 'paste the text here'],
    },
  ),
  kind('translation', 'translate, translation, translator, translating', {
    role: 'a translator at home in both languages',
    audience: 'native speakers of the target language',
    tone: 'as in the original',
    length: 'as the original',
    format: 'the translation alone',
    needs: ['Text', 'text', 'paste the text here'],
  }),
  kind(
    'application',
    'resume, cv, cover letter, job description, job posting, job application, linkedin profile',
    {
      role: 'a recruiter who has read thousands of applications',
      audience: 'the hiring manager',
      tone: 'confident and factual',
      length: 'one page',
      format: 'sections with short bullet points that name results',
      needs: ['Experience', 'experience', 'paste your experience here'],
    },
  ),
  kind('recipe', 'recipe, recipes, cook, cooking, meal, meals, dish, dinner, ingredients', {
    role: 'a cook who writes recipes that work at the first try',
    audience: 'home cooks',
    tone: 'friendly and practical',
    length: 'at most 10 steps',
    format: 'ingredients with amounts, then numbered steps with times',
    needs: ['At hand', 'at_hand', 'an ordinary kitchen'],
  }),
  kind('quiz', 'quiz, questions, flashcards, exam, exercises, multiple choice, worksheet', {
    role: 'a teacher who tests understanding rather than memory',
    audience: 'learners at this level',
    tone: 'encouraging',
    length: '10 questions',
    format: 'numbered questions, the answers at the end',
    skip: ['context'],
  }),
  kind(
    'lesson',
    'explain, teach, lesson, tutorial, course, curriculum, guide me, understand, how does, how do, what is, learn, learning, tutor, syllabus',
    {
      role: 'a teacher who explains with everyday examples',
      audience: 'beginners',
      tone: 'patient and encouraging',
      length: '300 to 500 words',
      format: 'short sections, each with one example',
      needs: ['Known already', 'known_already', 'nothing about it'],
      steps: [
        'Begin with what the reader knows already.',
        'Explain one idea at a time, each with an example.',
        'Close with a short check of understanding.',
      ],
    },
  ),
  kind(
    'plan',
    'plan, plans, planning, schedule, itinerary, roadmap, strategy, workout, routine, timeline, agenda, budget, trip, travel, diet',
    {
      role: 'a planner who thinks in realistic steps',
      audience: 'the person who will carry it out',
      tone: 'practical',
      length: 'one page',
      format: 'a table with step, time and result',
      needs: ['What limits it', 'limits', 'nothing in particular'],
      steps: [
        'State the aim and what limits it.',
        'Break it into steps in order, with time and effort.',
        'Name the largest risk and a fallback.',
      ],
    },
  ),
  kind(
    'ideas',
    'ideas, brainstorm, suggest, suggestions, names, name ideas, list of, recommend, recommendations, alternatives, inspiration',
    {
      role: 'a creative partner with wide knowledge',
      audience: 'the person who has to choose',
      tone: 'inventive, no clichés',
      length: '10 ideas',
      format: 'a numbered list, each with one sentence on why it fits',
      needs: ['Tried already', 'tried_already', 'nothing yet'],
    },
  ),
  kind(
    'analysis',
    'analyze, analyse, analysis, compare, comparison, evaluate, evaluation, assess, research, review of, pros and cons, investigate, audit, critique, forecast, swot, report',
    {
      role: 'an analyst who separates facts from assumptions',
      audience: 'a decision maker with little time',
      tone: 'sober and precise',
      length: 'one to two pages',
      format: 'the conclusion first, then the reasons, a table where things are compared',
      needs: ['Purpose', 'purpose', 'to decide what to do next'],
      steps: [
        'Settle what is to be decided and by which criteria.',
        'Weigh the evidence for each criterion and say how sure you are.',
        'Conclude, and name what would change the conclusion.',
      ],
    },
  ),
  kind(
    'editing',
    'proofread, edit, rewrite, rephrase, paraphrase, improve, correct my, grammar, spelling, polish, revise, editor',
    {
      role: 'an editor who keeps the voice of the author',
      audience: 'the readers of the original',
      tone: 'as in the original',
      length: 'about as long as the original',
      format: 'the edited text, then a short list of the changes',
      needs: ['Text', 'text', 'paste the text here'],
    },
  ),
  kind(
    'article',
    'essay, article, blog, blog post, post about, op ed, guide, whitepaper, ebook, documentation, write about, review',
    {
      role: 'a writer who makes a subject clear and worth reading',
      length: '700 to 1,000 words',
      format: 'a title, an opening that says why it matters, sections with headings, a conclusion',
      steps: [
        'Settle the one thing that readers should remember.',
        'Outline three to five sections that lead there.',
        'Write, with a concrete example in each section.',
      ],
    },
  ),
] as const
