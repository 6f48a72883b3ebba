import { part } from './part.ts'

const NEGATIVE = `watermark, watermarks, without, avoid, negative, negative prompt, do not, don t, never, exclude, excluding, leave out, must not, no text, no people, no watermark, no watermarks, no logo, no logos, no humans, no distortion, no violence, no cgi, not include, free of, sin, sans, ohne, sem, senza, без, olmadan, *不要, *无, *なし`

const light = part(
  'light',
  `light, lights, lighting, lit, backlit, sunlight, sunlit, sun, moonlight, moonlit, daylight, candlelight, candlelit, neon, flash, flashlight, strobe, glow, glowing, shadow, shadows, golden hour, blue hour, sunset, sunrise, dusk, dawn, softbox, rim, chiaroscuro, studio lighting, overcast, illuminat*, ambient, lumen, licht, beleuchtung, lumière, éclairage, luz, iluminación, iluminação, luce, свет, освещени*, ışık, *光, *照明, *조명`,
)
const style = part(
  'style',
  `style, styled, stylized, photorealis*, photo realistic, realistic, realism, ultra realistic, hyperrealis*, photograph, photography, photo, cinematic, watercolor, watercolour, oil painting, painting, acrylic, gouache, ink, sketch, pencil, charcoal, anime, manga, cartoon, comic, pixar, disney, ghibli, 3d render, 3d, render, octane, unreal engine, vector, flat, flat design, minimalist, minimalistic, pixel art, low poly, isometric, art deco, art nouveau, baroque, impressionis*, surreal*, abstract, cyberpunk, steampunk, vaporwave, retro, vintage, pop art, concept art, illustration, illustrated, poster, digital art, claymation, clay, lego, film grain, documentary, noir, stop motion, stil, estilo, stile, стиль, tarz, *风格, *スタイル, *風, *스타일`,
)
const aspect = part(
  'aspect',
  `aspect, aspect ratio, vertical, horizontal, portrait format, landscape format, landscape orientation, portrait orientation, square, widescreen, ratio, panorama, panoramic, seitenverhältnis, hochformat, querformat, format vertical, formato, *比例, *縦長, *横長, *비율`,
  /\b\d{1,2}(?:\.\d{1,2})?\s?[:x×]\s?\d{1,2}\b|--ar\s|\b\d{3,4}\s?[x×]\s?\d{3,4}\b/i,
)

/** The parts that a prompt for images can specify. */
export const imageParts = [
  part(
    'composition',
    `composition, composed, close up, closeup, close ups, wide shot, medium shot, long shot, full body, half body, head and shoulders, portrait, centered, centred, center, rule of thirds, symmetric*, top down, aerial, bird s eye, overhead, low angle, high angle, eye level, angle, framing, framed, frame, foreground, background, perspective, isometric, view, viewpoint, over the shoulder, panorama, negative space, layout, scene, pose, diorama, silhouette, komposition, bildaufbau, vordergrund, hintergrund, composición, primer plano, plano, cadrage, arrière plan, composição, composizione, композици*, kompozisyon, *构图, *特写, *構図, *구도`,
  ),
  light,
  part(
    'lens',
    `lens, bokeh, depth of field, macro, wide angle, telephoto, fisheye, dslr, camera, iso, aperture, shutter, focal, focus, shot on, canon, nikon, sony, leica, hasselblad, kodak, fujifilm, objektiv, brennweite, objectif, objetivo, lente, объектив, *镜头, *レンズ, *렌즈`,
    /\b\d{2,3}\s?mm\b|\bf\s?\/\s?\d/i,
  ),
  style,
  aspect,
  part('negative', NEGATIVE, /--no\s/),
] as const

export type ImagePart = (typeof imageParts)[number]['id']

/** The parts that a prompt for videos can specify. */
export const videoParts = [
  part(
    'shot',
    `shot, shots, close up, closeup, wide, medium shot, aerial, drone, pov, first person, over the shoulder, establishing, angle, framing, low angle, high angle, bird s eye, overhead, single take, one take, view, einstellung, plan, toma, plano, inquadratura, ракурс, *镜头, *ショット`,
  ),
  part(
    'movement',
    `movement, movements, camera, moves, moving, motion, pan, pans, panning, tilt, tilts, dolly, tracking, tracks, zoom, zooms, zooming, orbit, orbits, crane, handheld, steadicam, push in, pulls back, pull back, follows, glides, slow motion, timelapse, time lapse, static, static camera, still camera, rotates, rotating, bewegung, kamerafahrt, mouvement, movimiento, movimento, движени*, hareket, *运动, *移动, *動き`,
  ),
  light,
  style,
  part(
    'duration',
    `duration, seconds, second, minute, minutes, long, length, sekunden, dauer, durée, secondes, segundos, duración, duração, durata, secondi, секунд*, saniye, süre, *秒, *时长, *長さ`,
    /\b\d{1,3}\s?(?:s|sec|secs)\b/i,
  ),
  part(
    'sound',
    `sound, sounds, audio, music, soundtrack, silent, silence, no sound, voice, voiceover, voice over, narration, dialogue, says, speaks, ambient noise, sfx, ton, musik, geräusche, son, musique, sonido, música, som, suono, musica, звук*, музык*, ses, müzik, *声音, *音乐, *音, *소리`,
  ),
  aspect,
] as const
