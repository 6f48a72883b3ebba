import { limits } from '#core/limits.ts'
import type { SiteTextName } from './contract-values.ts'

export const siteTextMessages = {
  textLong: `The text must be at most ${limits.siteText.toLocaleString('en')} characters`,
} as const

/** The default site texts. They apply to every installation of the site, no matter who operates it. */
export const defaultSiteTexts: Record<SiteTextName, string> = {
  about: `This is a public collection of prompts for text, code, image, video and audio models, written and rated by its members.

## What you can do without an account

Browse, search and read everything that is public: titles, descriptions, example files, comments, profiles, and the first 150 characters of each prompt.

## What an account adds

An account is free. It shows whole prompts, and lets you fill in their blanks, vote, comment, bookmark, follow topics, publish your own prompts, and keep private ones that only people with their link can read.

## How prompts get here

Members publish them. Votes decide what is trending. Moderators remove what breaks the house rules: share what worked and what it's for, name the models you tried, and credit your sources.

## Use it elsewhere

Feeds (RSS) and an API give you everything that visitors can see.`,
  rules: `The rules are numbered, so that a decision can name the one that it rests on.

1. **Nothing illegal.** Nothing that the law forbids where the site is run, and nothing that helps to harm people.
2. **Nobody's private data.** No names, addresses, pictures or secrets of others without their consent.
3. **Respect.** No insults, threats or hatred, and nothing sexual about minors.
4. **No spam.** No advertising in prompts and comments, no repeated posts, and no votes or accounts that only pretend to be people.
5. **No traps.** Nothing that is hidden from readers, and nothing that makes a model act against the person who uses it.
6. **Credit.** Say where a prompt comes from if it is not yours, and respect its license.
7. **Useful to others.** Share what worked and what it is for, name the models that you tried, and choose a topic that fits.

## What happens if a rule is broken

Moderators may hide or remove content, and warn, mute or suspend its author. The author is told what was decided, on which rule and why, and can appeal: somebody else then looks at it, if there is anybody else.

If something breaks these rules, choose Report in its menu. You are told what was decided.`,
  privacy: `This page says which data the site stores about you and who can see it.

## If you only look around

There is no account, no advertising network and no analytics service. The server counts requests per network address for a short time to limit abuse. Your theme and your last five searches are stored in your browser only. If you write to the operator, your message is stored with your name and email address until a year after the answer.

## If you have an account

The site stores:

- your email address and the id from your sign-in provider, which are never public,
- your profile: username, picture, bio and links, which are public,
- what you publish: posts, example files and comments,
- drafts of posts that you save, which nobody but you can read on the site,
- what you do: votes, bookmarks, topics you follow, prompts you revealed, and prompts you sent to the optimizer,
- your notifications, your requests and feedback to the operator,
- what others reported of what you publish, as it was then, which only moderators read,
- a salted hash of your password, if you have one on this site,
- your sessions: when each began, when it was last used and in which browser.

A cookie keeps you signed in. Other drafts, recent searches and what you fill into prompts stay in your browser; recent searches, drafts of private posts and what you filled in are deleted when you sign out.

## Who can see what

Public posts, comments and profiles are visible to everybody. A private post is visible to you, to people who have its link, and to admins. Authors learn who upvoted, bookmarked or commented on their posts; everybody else sees totals only. Admins can see email addresses and the prompts that members sent to the optimizer. If the operator has connected an AI service to the optimizer, prompts that you optimize are sent to that service.

## Your rights

In your settings, you can download everything that is stored about you, end sessions on other devices, and delete your account with all its content.`,
  terms: `By using this site you agree to these terms.

## Your content

You keep the rights to what you publish. By publishing, you allow this site to show it and others to use your public prompts. Publish only what you may share, and credit your sources.

## What is not allowed

- content that is illegal or that violates somebody's rights,
- other people's personal data without their consent,
- spam, and votes or accounts that only pretend to be people,
- anything that disrupts the site.

## Moderation

Moderators may remove content that breaks these terms, and mute, suspend or delete its author's account. Authors are told what was decided and why, and can appeal.

## No warranty

Prompts are written by members, and what AI models make of them may be wrong. Check results before you rely on them. The site is provided as it is and may change or end.`,
  'report-reasons': `Spam or advertising (rule 4)
Illegal content (rule 1)
Somebody's private data (rule 2)
Insult, threat or hatred (rule 3)
Sexual content about minors (rule 3)
Hidden or harmful instructions (rule 5)
Copied without credit or permission (rule 6)
Wrong topic or tags (rule 7)
Does not work, or is outdated (rule 7)
Something else`,
  // A change needs a migration that stores the list, as 0088 does.
  synonyms: `# English
CV, CVs, résumé, curriculum vitae
kids, children, child, toddler
mom, mum, mother
dad, father
movie, film
photo, photograph, picture
car, automobile, vehicle
bug, defect
job, vacancy
workout, exercise
trip, travel, journey, itinerary
cheap, inexpensive, low-cost
email, e-mail
ad, advert, advertisement
logo, emblem
summary, abstract, synopsis
summarize, summarise, condense
optimize, optimise
color, colour
JavaScript, JS
TypeScript, TS
Kubernetes, k8s
database, DB
user interface, UI
user experience, UX
pull request, merge request
regular expression, regex, regexp
frequently asked questions, FAQ
search engine optimization, SEO
human resources, HR

# Deutsch
Lebenslauf, CV
Bewerbung, Bewerbungsschreiben, Anschreiben
Bild, Foto, Grafik
Zusammenfassung, Kurzfassung
Übersetzung, übersetzen
Kinder, Kind
Urlaub, Reise, Ferien
E-Mail, Mail
Rezept, Kochrezept
Fehler, Bug

# Français
CV, curriculum vitae
lettre de motivation, candidature
image, photo
voyage, vacances, itinéraire
enfant, enfants
courriel, e-mail, mail
recette, cuisine

# Español
currículum, currículo, CV, hoja de vida
carta de presentación, carta de motivación
imagen, foto
resumen, síntesis
viaje, itinerario
niño, niños, niña
correo, correo electrónico, email
receta, cocina

# Português
currículo, CV
carta de apresentação, carta de motivação
imagem, foto
resumo, síntese
viagem, roteiro
criança, crianças
receita, cozinha

# 中文
简历, 履历
图片, 图像, 照片
总结, 摘要
旅行, 旅游
孩子, 儿童

# 日本語
履歴書, 職務経歴書
画像, 写真
要約, まとめ
旅行, 旅`,
}
