import type { SeedPost } from './seed-post.ts'

export const audioPosts: SeedPost[] = [
  {
    title: 'Lullaby for upright piano and rain',
    description: 'A felt-piano miniature with a real form and an ending that lets go.',
    topic: 'Music',
    author: 'lucialima',
    models: ['suno', 'udio'],
    recording: 'lullaby',
    prompt: `[Style: solo felt piano lullaby, intimate, close-miked upright, audible hammers and pedal, soft rain on a roof, 66 BPM in 3/4, D-flat major, instrumental, no drums, no strings, no vocals]

[Intro] rain alone, four bars; a single low note
[Theme A] simple eight-bar melody in the middle register, left hand in slow broken tenths
[Theme A, repeated] one octave higher, softer, a grace note before each peak
[Bridge] B-flat minor, the rain a little nearer, longer silences, one unresolved suspension
[Theme A, return] melody in the left hand, right hand rings like small bells
[Outro] the melody slows and loses its last note; rain, then nothing. Fade of six seconds`,
  },
  {
    title: 'Folk song with a chorus people can join',
    description: 'Lyrics and structure for a singable folk song about leaving and coming back.',
    topic: 'Music',
    author: 'lucialima',
    models: ['suno', 'udio'],
    prompt: `[Style: acoustic folk, warm female alto, fingerpicked guitar, fiddle, upright bass, group vocals in the chorus, 96 BPM, G major, recorded in a wooden room]

[Verse 1]
I packed the bread my mother made, the coat my brother wore
I learned the sound a harbour makes by walking from its shore
The gulls were laughing at my hat, the tide was at my heel
I said goodbye to everything that I know how to feel

[Chorus: everyone]
Oh, leave a light on by the stair
A chair, a cup, a tune to share
However far the river runs
It still remembers where it comes from

[Verse 2: add fiddle]
The city gave me seven keys and not a single door
I sang for coins on market days and sang for nothing more

[Chorus: everyone, clapping]

[Instrumental: fiddle takes the melody, eight bars]

[Verse 3: guitar alone, slower]
I knew the lane, I knew the gate, I knew the broken stone
The light was burning by the stair. I was not there alone

[Chorus: everyone, twice, the last line a cappella]`,
  },
  {
    title: 'Documentary narrator with breath',
    description: 'Voice direction and a marked script for a calm, credible narrator.',
    topic: 'Voice and Sound',
    author: 'mirelakov',
    models: ['elevenlabs', 'play-ht'],
    prompt: `Voice: woman, about fifty, low and slightly grainy, neutral accent, close microphone, as if telling one attentive person. Pace 140 words a minute. Wonder without drama; consonants clear, sentence endings fall. Stability 45%, similarity 80%, style 20%.

Script:
Before there were maps of this coast… there were songs. <break time="0.8s" /> Each bay had its verse, and each verse held the depth of the water, the place of the rocks, and the name of whoever had learned it the hard way. <break time="1.2s" />

A child of ten could sing a ship home. <break time="0.6s" /> Most of them did.

[softer] The last person who knew all forty verses died in the winter of 1931. <break time="1.0s" /> She had been asked, many times, to write them down. [a smile in the voice] She always gave the same answer: “Then you would stop listening.”`,
  },
  {
    title: 'Podcast opening in fifteen seconds',
    description: 'A theme, a hook and a clean bed to talk over, timed to the half second.',
    topic: 'Voice and Sound',
    author: 'collection',
    models: ['stable-audio', 'mubert'],
    prompt: `Podcast theme, exactly 15 seconds, 104 BPM, A minor to C major, for a programme about how ordinary things are made. 0–4 s: a groove built only from workshop sounds (saw on the beat, hammer on two and four, a tape measure snapping back as a fill). 4–9 s: a muted trumpet plays a five-note hook, double bass joins. 9–12 s: everything drops to bass and brushed snare, room for a spoken title. 12–15 s: the hook's last two notes and a short, dry ending on the beat that can be cut. Warm, curious, slightly funny. No vocals, no risers, no cymbal swells. Loudness about -16 LUFS, 44.1 kHz stereo. Also suitable: the section 9–12 s looped as a bed under speech.`,
  },
  {
    title: 'Forest at four in the morning',
    description: 'A layered ambience for games and sleep, described by distance rather than by list.',
    topic: 'Voice and Sound',
    author: 'lucialima',
    models: ['stable-audio', 'elevenlabs'],
    prompt: `Seamless ambience loop, 60 seconds, binaural stereo, no music. A northern pine forest an hour before sunrise. Far layer: a slow river, constant, low-passed by distance, slightly left. Middle layer: light wind in the tops every 12 to 20 seconds, coming from behind and passing to the right, never twice the same. Near layer: drops falling from branches on moss, irregular; one twig at 23 s. Life: a tawny owl calls twice at 11 s, far right, answered at 38 s, farther still; the first robin tries three notes at 52 s and stops. Dynamics very quiet, peaks under -12 dB, noise floor natural. No insects, no engines, no footsteps, no reverb tail that reveals the loop point.`,
  },
  {
    title: 'Broken-beat groove for late trains',
    description: 'A nocturnal instrumental with a clear arrangement and room for a soloist.',
    topic: 'Music',
    author: 'tobiasfern',
    models: ['udio', 'suno', 'mubert'],
    prompt: `Instrumental broken beat, 122 BPM, F minor, three minutes. Drums: dry, shuffled sixteenth hats slightly late, ghosted snare, kick that avoids the downbeat every fourth bar. Bass: round analogue mono synth, short notes, one slide a phrase. Harmony: Rhodes with slow tremolo, Fm9 – Dbmaj7 – Bbm11 – C7(#9), voiced without roots. Colour: field recording of a night train, sidechained very gently.

[0:00] train and hats [0:16] drums complete [0:32] bass [0:48] Rhodes [1:20] breakdown: Rhodes and train only [1:36] full groove, muted trumpet solo, sparse, mostly space [2:24] trumpet and bass trade two-bar phrases [2:48] drums stop, train slows into a station, doors.

Mix: deep and narrow below 120 Hz, wide Rhodes, no side effects of mastering. No vocals, no drops, no white-noise risers.`,
  },
  {
    title: 'Two hosts who really talk to each other',
    description: 'Turns an article into a dialogue with interruptions, doubts and one honest laugh.',
    topic: 'Voice and Sound',
    author: 'ananyarao',
    models: ['elevenlabs', 'play-ht'],
    prompt: `Turn the article below into a spoken dialogue of about three minutes between two hosts, ready for text to speech with two voices.

Ruth: mid-forties, dry, precise, asks “how do we know?”. Slightly slower.
Sam: early thirties, quick, thinks aloud, happy to be wrong.

Format: one line a turn, “RUTH:” or “SAM:”, with at most one direction in square brackets such as [laughs], [hesitates], [over Sam]. Write numbers and abbreviations as they are spoken. Sentences of at most twenty words; contractions; no lists.

Shape: begin in the middle of a thought, with the most surprising fact. Explain the main idea once with an everyday comparison, let Ruth find the weak spot of the comparison, and repair it. One real disagreement that is not resolved by politeness. Say clearly what is known, what is guessed, and who says so. End with a question that the listener will carry around, not with a summary.

Nothing may be said that is not in the article, except comparisons.

Article:
\${article}`,
  },
  {
    title: 'Short film score: the letter',
    description: 'Ninety seconds of chamber music that follows a scene, beat by beat.',
    topic: 'Music',
    author: 'lucialima',
    models: ['stable-audio', 'suno'],
    prompt: `Chamber score, 90 seconds, string quartet and solo clarinet, no percussion, dry hall, E minor, free tempo around 58. It follows a scene: someone reads a letter at a kitchen table.

0:00 viola alone, sul tasto, one long note that grows from nothing: the envelope is opened.
0:12 clarinet, low register, a hesitant three-note motif; it breaks off twice: the first lines.
0:30 violins enter with soft harmonics, harmony turns to C major for four bars: a good memory.
0:50 cello pizzicato, slightly faster; the motif in canon, dissonance on each third beat: the news.
1:10 all stop but the viola. Three seconds of its note, without vibrato.
1:15 clarinet plays the motif complete for the first time, in G major, very quietly.
1:27 the last chord without its third, released together with the bow noise audible.

Intimate and restrained; emotion in the timing, not in the volume. No piano, no swelling crescendo at the end.`,
  },
]
