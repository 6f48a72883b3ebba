import { part } from './part.ts'

const duration = part(
  'duration',
  `duration, seconds, second, minute, minutes, length, long, loop, looping, dauer, sekunden, minuten, durée, duración, segundos, minutos, duração, durata, секунд*, минут*, saniye, dakika, *秒, *分钟, *时长`,
  /\b\d{1,3}\s?(?:s|sec|secs|min|mins)\b|\b\d{1,2}:\d{2}\b/i,
)

/** The parts that a prompt for music can specify. */
export const musicParts = [
  part(
    'genre',
    `genre, pop, rock, jazz, blues, folk, country, hip hop, rap, trap, lo fi, lofi, edm, electronic, techno, house, ambient, classical, orchestral, cinematic, metal, punk, indie, reggae, soul, funk, r b, rnb, disco, synthwave, drum and bass, dubstep, gospel, latin, salsa, bossa nova, k pop, ballad, waltz, lullaby, march, acoustic, schlager, chanson, flamenco, samba, genero, género, gênero, genere, жанр, tür, *风格, *流派, *ジャンル, *장르`,
  ),
  part(
    'tempo',
    `tempo, bpm, slow, fast, mid tempo, upbeat, downtempo, uptempo, andante, allegro, adagio, pace, driving, langsam, schnell, lent, rapide, lento, rápido, rápida, темп, yavaş, hızlı, *节奏, *速度, *テンポ, *빠르기`,
    /\b\d{2,3}\s?bpm/i,
  ),
  part(
    'instruments',
    `a cappella, acapella, acappella, unaccompanied, instrument, instruments, instrumental, piano, guitar, guitars, bass, drums, drum, violin, violins, cello, strings, synth, synths, synthesizer, saxophone, trumpet, brass, flute, harp, organ, percussion, banjo, ukulele, choir, orchestra, 808, 808s, beats, klavier, gitarre, schlagzeug, instrumente, guitare, batterie, violon, guitarra, batería, violín, bateria, violão, chitarra, pianoforte, гитар*, пианино, gitar, *钢琴, *吉他, *ピアノ, *ギター`,
  ),
  part(
    'mood',
    `mood, happy, sad, melancholic, melancholy, dark, uplifting, calm, relaxing, energetic, epic, dreamy, nostalgic, romantic, tense, playful, aggressive, hopeful, warm, peaceful, mysterious, emotional, stimmung, fröhlich, traurig, ruhig, ambiance, joyeux, triste, calme, ambiente, alegre, tranquil*, humor, umore, настроени*, грустн*, весел*, ruh hali, mutlu, *情绪, *快乐, *悲伤, *気分, *雰囲気`,
  ),
  duration,
] as const

/** The parts that a prompt for speech can specify. */
export const speechParts = [
  part(
    'voice',
    `voice, voices, female, male, man, woman, narrator, speaker, accent, deep, raspy, child, elderly, stimme, sprecher*, voix, voz, voce, голос, ses, *声音, *声`,
  ),
  part(
    'pace',
    `pace, paced, slow, slowly, fast, quick, tempo, speed, pause, pauses, bpm, tempo, langsam, schnell, lent, lento, rápido, темп, yavaş, *速度, *语速`,
  ),
  part(
    'emotion',
    `emotion, emotional, mood, tone, warm, calm, excited, serious, cheerful, sad, friendly, dramatic, whisper, whispers, angry, soothing, energetic, gefühl, stimmung, ton, émotion, emoción, tono, emoção, tom, эмоци*, duygu, *情感, *语气, *感情`,
  ),
] as const
