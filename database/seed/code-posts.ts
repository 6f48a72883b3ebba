import type { SeedPost } from './seed-post.ts'

export const codePosts: SeedPost[] = [
  {
    title: 'Review a pull request for what breaks at night',
    description: 'A reviewer that looks for concurrency, failure and security faults first, and style last.',
    topic: 'Code Review',
    author: 'tobiasfern',
    models: ['claude-code', 'github-copilot'],
    prompt: `Review the change below as the engineer who will be on call for it.

Look in this order, and stop at style:
1. Correctness: inputs at the edges (empty, huge, repeated, out of order), time zones, rounding, off by one.
2. Concurrency: two requests at once, retries, a crash between any two lines. For every write ask: what if this runs twice?
3. Failure: what happens when each called service is slow, answers nonsense or is away? Is anything left half done?
4. Security: who may call this, is ownership checked in the query itself, does user text reach SQL, HTML, a shell, a URL or a log?
5. Data: migrations on a large table, locks, indexes for every new query, a way back.
6. Tests: the one test that would have caught the worst problem you found.

For each finding give: severity (blocks / should / could), file and line, a concrete failing scenario with values, and the smallest change that fixes it as a diff. Do not report what a formatter or compiler would. Do not praise in general; name at most one decision worth copying.

If you cannot decide without seeing another file, say which and why, rather than assuming. If the change is fine, say "nothing that breaks" and list what you checked.

Purpose of the change: \${purpose}
Diff:
\`\`\`diff
\${diff}
\`\`\``,
  },
  {
    title: 'Explain this slow PostgreSQL query',
    description:
      'Reads EXPLAIN output, finds where the time goes, and proposes one measured change at a time.',
    topic: 'Databases',
    author: 'tobiasfern',
    models: ['claude-code', 'cursor', 'gpt-4-for-coding'],
    prompt: `You are a PostgreSQL performance engineer. I will give you a query, the table definitions with indexes, rough row counts, and the output of EXPLAIN (ANALYZE, BUFFERS).

First read, do not advise:
- Walk through the plan from the innermost node outwards. For each node that takes over 5% of the time, state its own time (not the total), loops, rows expected and rows real.
- Point at the first node where the estimate is off by more than ten times and explain the likely reason (missing statistics, correlated columns, a function, a parameter).
- Say what is read from disk and what from the cache.

Then propose at most three changes, ordered by gain for risk. For each: the exact SQL, why it helps this plan, the new plan you expect in a few lines, its price (write load, disk, lock and duration while being created, so prefer CONCURRENTLY), and how to take it back.

Prefer, in this order: rewriting the query, statistics, an index, a setting, a change of the model. Never suggest turning planner features off globally.

Finish with the one measurement to run after the first change and the result that would prove you wrong.

Query: \${query}
Tables: \${tables}
Plan: \${plan}`,
  },
  {
    title: 'Accessible component, tests first',
    description:
      'Builds a UI component from its keyboard behaviour outwards, with tests that find things by role.',
    topic: 'Web Development',
    author: 'collection',
    models: ['claude-code', 'cursor', 'lovable'],
    prompt: `Build a \${component} in \${framework} with TypeScript. Work in this order and show each step before the next one.

1. Behaviour. Write a table: what a person does (mouse, touch, keyboard, screen reader) and what must happen. Follow the WAI-ARIA Authoring Practices for the nearest pattern and name it. Include: focus on opening and closing, Escape, Tab order, reduced motion, right-to-left, 200% zoom, an empty list and a very long label.
2. Tests. One test per row, titles are sentences from the table, elements are found by role and accessible name only. They must fail now.
3. The smallest component that passes. No dependency unless the platform cannot do it; prefer native elements (dialog, details, button) to roles on divs. Props are few, typed, without booleans that contradict each other.
4. Styles with logical properties and custom properties for colours; visible focus of at least 3:1 contrast; targets of at least 24 by 24 pixels.
5. A review of your own work: three ways in which this could still fail a real person, and what you would test by hand.

Leave out: comments that repeat the code, default exports, inline styles, and any state that can be derived.`,
  },
  {
    title: 'Incident timeline and blameless review',
    description:
      'Turns chat logs and alerts into a timeline, contributing causes and a few changes worth making.',
    topic: 'DevOps',
    author: 'collection',
    models: ['claude-code', 'gpt-4-for-coding'],
    prompt: `From the material below (alerts, chat, deploy log) write a blameless incident review.

Timeline first: a table of time in UTC | event | source | what people believed at that moment. Mark the first customer impact, detection, the first correct hypothesis, mitigation and full recovery; compute the minutes between them. Two sources that disagree both stay, marked "conflict".

Then:
- **Impact** in customers' terms, with numbers and how they were obtained.
- **What made it possible**: conditions, not people. Ask "how did this make sense at the time?" until you reach something the team can change. There are usually several causes; do not pick a single root cause.
- **What went well**, so that we keep it.
- **Where we were lucky.**
- **Changes**: at most five. For each: which cause it removes or which interval it shortens, its cost in days, its owner role, and how we will know that it works. At least one must make detection faster and one must make mistakes harmless. "Be more careful" is not a change; nor is a runbook nobody will open at 3 a.m.

Replace names with roles. Never fill a gap with a guess: write "unknown" and who could tell us.

Material:
\${material}`,
  },
  {
    title: 'Safe migration plan without downtime',
    description:
      'Splits a schema change into steps in which old and new code can both run, each with a way back.',
    topic: 'Databases',
    author: 'tobiasfern',
    models: ['claude-code', 'cursor'],
    prompt: `Plan this schema change for a live PostgreSQL database: \${change}.

Facts: table \${table} has \${rows} rows and \${writes} writes a second; \${replicas} replicas; several application versions run side by side for up to one hour during a deployment.

Give an expand, migrate, contract plan. Each step is one deployable thing and has:
- the exact SQL or the code change in a sentence;
- the lock it takes, for how long at this size, and the lock_timeout to set;
- why the previous and the next version of the application both work while it is in place;
- how to verify it (a query and its expected answer);
- how to undo it, or the words "point of no return" and what must be checked before.

Backfills go in batches by primary key, outside one big transaction, can be stopped and continued, and watch replication lag. Constraints are added NOT VALID and validated later; indexes CONCURRENTLY, with a check for invalid ones.

After the plan list what could wake somebody up, most likely first, with the early sign of each. If the change is small enough that a single statement is safe, say so and stop there: the shortest safe plan wins.`,
  },
  {
    title: 'Reproduce the bug before fixing it',
    description:
      'A disciplined debugging loop: smallest reproduction, competing hypotheses, one experiment at a time.',
    topic: 'Code Review',
    author: 'collection',
    models: ['claude-code', 'cursor', 'windsurf', 'replit-agent'],
    prompt: `There is a bug: \${symptom}. Expected: \${expected}. Since: \${since}. Do not change any product code until step 4.

1. Reproduce. Write the smallest failing test or script. Run it three times. If it fails only sometimes, find what makes it fail more often (load, time, order, data) before going on. If you cannot reproduce it, tell me exactly what you tried and what you need.
2. Hypotheses. List at least three causes that fit every observation, including one outside our code. For each, an observation that it predicts and the others do not.
3. Experiment. Choose the cheapest experiment that separates the most hypotheses: a log line, an assertion, a bisect, a changed input. Predict the result in writing, run it, compare. Cross out what is refuted. Repeat until one cause is left and you can turn the bug on and off at will.
4. Fix. The smallest change that removes the cause, not the symptom. The test from step 1 now passes; the whole suite too.
5. Look around. Search for the same mistake elsewhere and list the places. Say why no test caught it and add the one that would have.

Report in ten lines: cause, proof, fix, places like it, what remains uncertain.`,
  },
  {
    title: 'Honest evaluation for a classifier',
    description:
      'Designs an evaluation that survives contact with production: splits, baselines, slices, thresholds.',
    topic: 'Machine Learning',
    author: 'ananyarao',
    models: ['gpt-4-for-coding', 'claude-code', 'replit-agent'],
    prompt: `Help me evaluate a model that predicts \${target} from \${inputs}. A decision depends on it: \${decision}. Wrong positives cost about \${costfp}, wrong negatives about \${costfn}.

Write Python (pandas, scikit-learn, matplotlib) in small functions with type hints, and explain each choice in one or two sentences:

1. Splits that imitate the future: by time, and by the entity that repeats (customer, patient, device), so that nothing leaks. Print a check that no entity or later date crosses the split, and fail loudly if one does.
2. Two baselines that need no learning, and one simple model. Anything more complex must beat all three by more than the noise.
3. Metrics that follow from the costs above: expected cost per decision over thresholds, calibration, and precision at the capacity we really have. Accuracy only as a footnote.
4. Uncertainty: bootstrap by entity, 1,000 rounds, 95% intervals on everything reported.
5. Slices: the ten groups where it does worst, with counts, never reporting a slice with fewer than 50 rows without saying so.
6. Twenty errors printed in full for a person to read: ten most confident wrong, ten nearest to the threshold.

End with a paragraph for the decision maker, without jargon: use it, use it with a person in the loop, or do not, and what would change that.`,
  },
  {
    title: 'Onboarding map of an unknown repository',
    description: 'Reads a codebase and draws the map a new colleague needs in the first week, with evidence.',
    topic: 'Web Development',
    author: 'kenjimori',
    models: ['claude-code', 'cursor', 'github-copilot'],
    prompt: `Explore this repository and write ONBOARDING.md for a good engineer who starts on Monday. Read before you write; every statement must point to a file and line.

Contents, two pages at most:
1. What it does, for whom, in three sentences, taken from the code and tests rather than the README. Note where the README is out of date.
2. Run it: the commands you actually executed, with what they printed. If one failed, how you got past it.
3. The road of one request: choose the most typical user action and follow it from the first line to the database and back, as a numbered list of file:line with one sentence each.
4. The map: the ten directories that matter, each with its job and who may depend on whom. A small diagram in Mermaid.
5. The five files that change most often (git log), and what usually goes wrong there.
6. Words: names that mean something special in this project.
7. First tasks: three real, small improvements you found on the way, with the place and how to know they are done.
8. Dragons: what looks safe and is not.

Do not describe what a directory's name already says. Where you are not sure, write a question instead of a claim.`,
  },
]
