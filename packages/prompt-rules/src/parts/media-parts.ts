import { definePromptPart } from './prompt-part.ts'

const duration = definePromptPart(
  'duration',
  `duration, seconds, second, minute, minutes, length, long, loop, looping, dauer, sekunden, minuten, durée, duración, segundos, minutos, duração, durata, секунд*, минут*, saniye, dakika, *秒, *分钟, *时长`,
  /\b\d{1,3}\s?(?:s|sec|secs|min|mins)\b|\b\d{1,2}:\d{2}\b/i,
)

/** The parts that a prompt for music can specify. */
export const musicPromptParts = [
  definePromptPart(
    'genre',
    `genre, pop, rock, jazz, blues, folk, country, hip hop, rap, trap, lo fi, lofi, edm, electronic, techno, house, ambient, classical, orchestral, cinematic, metal, punk, indie, reggae, soul, funk, r b, rnb, disco, synthwave, drum and bass, dubstep, gospel, latin, salsa, bossa nova, k pop, ballad, waltz, lullaby, march, acoustic, schlager, chanson, flamenco, samba, genero, género, gênero, genere, жанр, tür, *风格, *流派, *ジャンル, *장르`,
  ),
  definePromptPart(
    'tempo',
    `tempo, bpm, slow, fast, mid tempo, upbeat, downtempo, uptempo, andante, allegro, adagio, pace, driving, langsam, schnell, lent, rapide, lento, rápido, rápida, темп, yavaş, hızlı, *节奏, *速度, *テンポ, *빠르기`,
    /\b\d{2,3}\s?bpm/i,
  ),
  definePromptPart(
    'instruments',
    `a cappella, acapella, acappella, unaccompanied, instrument, instruments, instrumental, piano, guitar, guitars, bass, drums, drum, violin, violins, cello, strings, synth, synths, synthesizer, saxophone, trumpet, brass, flute, harp, organ, percussion, banjo, ukulele, choir, orchestra, 808, 808s, beats, klavier, gitarre, schlagzeug, instrumente, guitare, batterie, violon, guitarra, batería, violín, bateria, violão, chitarra, pianoforte, гитар*, пианино, gitar, *钢琴, *吉他, *ピアノ, *ギター`,
  ),
  definePromptPart(
    'mood',
    `mood, happy, sad, melancholic, melancholy, dark, uplifting, calm, relaxing, energetic, epic, dreamy, nostalgic, romantic, tense, playful, aggressive, hopeful, warm, peaceful, mysterious, emotional, stimmung, fröhlich, traurig, ruhig, ambiance, joyeux, triste, calme, ambiente, alegre, tranquil*, humor, umore, настроени*, грустн*, весел*, ruh hali, mutlu, *情绪, *快乐, *悲伤, *気分, *雰囲気`,
  ),
  duration,
] as const

/** The parts that a prompt for speech can specify. */
export const speechPromptParts = [
  definePromptPart(
    'voice',
    `voice, voices, female, male, man, woman, narrator, speaker, accent, deep, raspy, child, elderly, stimme, sprecher*, voix, voz, voce, голос, ses, *声音, *声`,
  ),
  definePromptPart(
    'pace',
    `pace, paced, slow, slowly, fast, quick, tempo, speed, pause, pauses, bpm, tempo, langsam, schnell, lent, lento, rápido, темп, yavaş, *速度, *语速`,
  ),
  definePromptPart(
    'emotion',
    `emotion, emotional, mood, tone, warm, calm, excited, serious, cheerful, sad, friendly, dramatic, whisper, whispers, angry, soothing, energetic, gefühl, stimmung, ton, émotion, emoción, tono, emoção, tom, эмоци*, duygu, *情感, *语气, *感情`,
  ),
] as const

const NEGATIVE = `watermark, watermarks, without, avoid, negative, negative prompt, do not, don t, never, exclude, excluding, leave out, must not, no text, no people, no watermark, no watermarks, no logo, no logos, no humans, no distortion, no violence, no cgi, not include, free of, sin, sans, ohne, sem, senza, без, olmadan, *不要, *无, *なし`

const light = definePromptPart(
  'light',
  `light, lights, lighting, lit, backlit, sunlight, sunlit, sun, moonlight, moonlit, daylight, candlelight, candlelit, neon, flash, flashlight, strobe, glow, glowing, shadow, shadows, golden hour, blue hour, sunset, sunrise, dusk, dawn, softbox, rim, chiaroscuro, studio lighting, overcast, illuminat*, ambient, lumen, licht, beleuchtung, lumière, éclairage, luz, iluminación, iluminação, luce, свет, освещени*, ışık, *光, *照明, *조명`,
)
const style = definePromptPart(
  'style',
  `style, styled, stylized, photorealis*, photo realistic, realistic, realism, ultra realistic, hyperrealis*, photograph, photography, photo, cinematic, watercolor, watercolour, oil painting, painting, acrylic, gouache, ink, sketch, pencil, charcoal, anime, manga, cartoon, comic, pixar, disney, ghibli, 3d render, 3d, render, octane, unreal engine, vector, flat, flat design, minimalist, minimalistic, pixel art, low poly, isometric, art deco, art nouveau, baroque, impressionis*, surreal*, abstract, cyberpunk, steampunk, vaporwave, retro, vintage, pop art, concept art, illustration, illustrated, poster, digital art, claymation, clay, lego, film grain, documentary, noir, stop motion, stil, estilo, stile, стиль, tarz, *风格, *スタイル, *風, *스타일`,
)
const aspect = definePromptPart(
  'aspect',
  `aspect, aspect ratio, vertical, horizontal, portrait format, landscape format, landscape orientation, portrait orientation, square, widescreen, ratio, panorama, panoramic, seitenverhältnis, hochformat, querformat, format vertical, formato, *比例, *縦長, *横長, *비율`,
  /\b\d{1,2}(?:\.\d{1,2})?\s?[:x×]\s?\d{1,2}\b|--ar\s|\b\d{3,4}\s?[x×]\s?\d{3,4}\b/i,
)

/** The parts that a prompt for images can specify. */
export const imagePromptParts = [
  definePromptPart(
    'composition',
    `composition, composed, close up, closeup, close ups, wide shot, medium shot, long shot, full body, half body, head and shoulders, portrait, centered, centred, center, rule of thirds, symmetric*, top down, aerial, bird s eye, overhead, low angle, high angle, eye level, angle, framing, framed, frame, foreground, background, perspective, isometric, view, viewpoint, over the shoulder, panorama, negative space, layout, scene, pose, diorama, silhouette, komposition, bildaufbau, vordergrund, hintergrund, composición, primer plano, plano, cadrage, arrière plan, composição, composizione, композици*, kompozisyon, *构图, *特写, *構図, *구도`,
  ),
  light,
  definePromptPart(
    'lens',
    `lens, bokeh, depth of field, macro, wide angle, telephoto, fisheye, dslr, camera, iso, aperture, shutter, focal, focus, shot on, canon, nikon, sony, leica, hasselblad, kodak, fujifilm, objektiv, brennweite, objectif, objetivo, lente, объектив, *镜头, *レンズ, *렌즈`,
    /\b\d{2,3}\s?mm\b|\bf\s?\/\s?\d/i,
  ),
  style,
  aspect,
  definePromptPart('negative', NEGATIVE, /--no\s/),
] as const

export type ImagePromptPart = (typeof imagePromptParts)[number]['id']

/** The parts that a prompt for videos can specify. */
export const videoPromptParts = [
  definePromptPart(
    'shot',
    `shot, shots, close up, closeup, wide, medium shot, aerial, drone, pov, first person, over the shoulder, establishing, angle, framing, low angle, high angle, bird s eye, overhead, single take, one take, view, einstellung, plan, toma, plano, inquadratura, ракурс, *镜头, *ショット`,
  ),
  definePromptPart(
    'movement',
    `movement, movements, camera, moves, moving, motion, pan, pans, panning, tilt, tilts, dolly, tracking, tracks, zoom, zooms, zooming, orbit, orbits, crane, handheld, steadicam, push in, pulls back, pull back, follows, glides, slow motion, timelapse, time lapse, static, static camera, still camera, rotates, rotating, bewegung, kamerafahrt, mouvement, movimiento, movimento, движени*, hareket, *运动, *移动, *動き`,
  ),
  light,
  style,
  definePromptPart(
    'duration',
    `duration, seconds, second, minute, minutes, long, length, sekunden, dauer, durée, secondes, segundos, duración, duração, durata, secondi, секунд*, saniye, süre, *秒, *时长, *長さ`,
    /\b\d{1,3}\s?(?:s|sec|secs)\b/i,
  ),
  definePromptPart(
    'sound',
    `sound, sounds, audio, music, soundtrack, silent, silence, no sound, voice, voiceover, voice over, narration, dialogue, says, speaks, ambient noise, sfx, ton, musik, geräusche, son, musique, sonido, música, som, suono, musica, звук*, музык*, ses, müzik, *声音, *音乐, *音, *소리`,
  ),
  aspect,
] as const
