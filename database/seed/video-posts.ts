import type { SeedPost } from './seed-post.ts'

export const videoPosts: SeedPost[] = [
  {
    title: 'Slow push through a rain-soaked greenhouse',
    description: 'One continuous shot with a beginning, a discovery and an end, in eight seconds.',
    topic: 'Cinematic Video',
    author: 'kenjimori',
    models: ['veo', 'sora-openai'],
    illustrations: ['window'],
    prompt: `One continuous eight-second shot. Camera: slow dolly forward at knee height through an old glass greenhouse in heavy rain, 35mm anamorphic, shallow focus. 0–3 s: wet ferns brush past the lens, drops slide on the panes, everything out of focus but the nearest leaf. 3–6 s: focus pulls to a wooden table where an open music box turns; its brass cylinder catches the only warm light. 6–8 s: the camera stops, the lid closes by itself, the warm light goes out. Light: overcast daylight, cool, with one small tungsten source. Motion: natural, no cuts, no zoom. Audio: rain on glass, close; distant thunder at 4 s; a thin music-box phrase that stops with the lid. No music otherwise, no people, no text.`,
  },
  {
    title: 'Stop-motion breakfast that makes itself',
    description: 'A playful tabletop loop, animated on twos, with a perfect seam.',
    topic: 'Animation',
    author: 'kenjimori',
    models: ['kling-ai', 'pika', 'runway-gen-3'],
    illustrations: ['breakfast'],
    prompt: `Stop-motion animation on twos (12 frames a second), tabletop seen from directly above, seamless six-second loop. A linen cloth unrolls from left to right; a plate hops into place; an egg rolls in, cracks and opens into a felt flower instead of a yolk; slices of paper toast shuffle like cards and settle; a spoon sweeps everything off to the right, which pulls the cloth back to its first position. Materials look handmade: felt, paper, wool, painted wood, small fingerprints in the clay. Even soft daylight from the top of the frame, slight flicker between frames as in real stop motion. Camera locked. Palette: cream, tomato red, butter yellow, sky blue. The last frame equals the first.`,
  },
  {
    title: 'Drone reveal of a tidal island',
    description: 'A classic reveal with correct physics: altitude, speed and light are all specified.',
    topic: 'Cinematic Video',
    author: 'jonasweber',
    models: ['sora-openai', 'luma-ai'],
    illustrations: ['island'],
    prompt: `Aerial shot, ten seconds. Start two metres above wet sand at low tide, flying forward at walking pace along a winding causeway of dark stones. At 3 s begin to climb smoothly to sixty metres while tilting down, so that the horizon leaves the frame and the whole island with its small chapel appears, ringed by water that mirrors the sky. End in a slow orbit of fifteen degrees clockwise. Golden hour, sun low behind the island, long shadows pointing to the camera, light haze. Realistic drone inertia: no sudden stops, no shake. Gulls pass once below the camera at 7 s. Natural colour, 24 fps, 180-degree shutter. One person in a red coat on the causeway gives scale and never looks up.`,
  },
  {
    title: 'Product turntable with liquid light',
    description: 'A fifteen-second product film in three shots, planned like a storyboard.',
    topic: 'Product Design',
    author: 'collection',
    models: ['runway-gen-3', 'kling-ai'],
    illustrations: ['lamp'],
    prompt: `Product film for \${product:a brushed steel desk lamp}, three shots of five seconds, same studio: black background, glossy black floor.
Shot 1, macro: camera slides along the edge of the object from left to right; a narrow strip of light travels the other way and reveals the brushed surface.
Shot 2, medium: the object turns 180 degrees clockwise on its axis; the light softens from a hard line to a wide glow, reflections on the floor stay physically right.
Shot 3, wide: locked camera; the object switches on, warm light fills the frame from its source outwards, dust drifts slowly through the beam.
Keep the object's shape, proportions and number of parts identical in all shots. No hands, no logos, no text, no lens flare. Calm pace, 24 fps, high dynamic range with detail in the blacks.`,
  },
  {
    title: 'Image to video: let only the water move',
    description: 'Instructions for animating a still so that the subject stays put and the world breathes.',
    topic: 'Animation',
    author: 'lucialima',
    models: ['stable-video-diffusion', 'pika', 'luma-ai'],
    illustrations: ['water'],
    prompt: `Animate the given still as a cinemagraph of four seconds that loops without a seam. Only these things move: the surface of the water (slow ripples from right to left, one every two seconds), the reflection in it, and the loose ends of the scarf (a light breeze, small amplitude). Everything else is frozen: face, hands, architecture, clouds. The camera does not move, zoom or breathe; no parallax. Keep grain, colour and sharpness of the original; no new objects, no change of light. Motion strength low (about 40 of 255), 24 fps. If the water and the subject overlap, the subject wins.`,
  },
  {
    title: 'Dialogue in a night tram',
    description: 'Two people, two lines, and everything that is not said; with blocking and sound.',
    topic: 'Cinematic Video',
    author: 'mirelakov',
    models: ['veo', 'sora-openai'],
    illustrations: ['tram'],
    prompt: `Eight seconds, two shots, last tram of the night. Shot 1 (0–4 s): over the shoulder of a woman in her sixties, wet umbrella across her knees, towards a young man opposite with a cello case. Street lights pass over both faces at an even rhythm. She says, quietly: “You played for him, didn't you?” Shot 2 (4–8 s): close on the young man, 50mm, window reflections across his cheek. He looks at the case, almost smiles, and answers: “Every Thursday.” He does not look up. Audio: tram hum, a bell far away, rain; the voices dry and close. Performances small and natural; mouths match the words exactly. Colours: sodium orange and green-grey. No music, no subtitles, no cut within the lines.`,
  },
  {
    title: 'Explainer loop: how a tide works',
    description: 'A flat-design science loop in which every motion means something.',
    topic: 'Animation',
    author: 'ananyarao',
    models: ['runway-gen-3', 'veo'],
    illustrations: ['orbit'],
    prompt: `Flat-design explainer animation, ten-second loop, no words. Seen from above the north pole: the Earth in the centre turns once anticlockwise in ten seconds; a thin layer of ocean, exaggerated, forms two bulges, one towards the Moon and one on the far side. The Moon moves only about twelve degrees in the same direction during the loop. A small red house on the coast passes through high, low, high, low water; each time it reaches a bulge a marker beside it rises, and falls in between. Limited palette: navy, sea green, off-white, one red. Constant stroke width, easing only at the marker, no camera movement, no stars drifting. Clear enough to be read at 320 pixels wide. First and last frame are identical but for the Moon's small step, which fades.`,
  },
  {
    title: 'Archive footage that never was',
    description: 'A believable 1960s home movie with the flaws of the medium in the right places.',
    topic: 'Cinematic Video',
    author: 'jonasweber',
    models: ['pika', 'kling-ai', 'sora-openai'],
    illustrations: ['homeMovie'],
    prompt: `Home movie from the summer of 1964, 8 mm reversal film, 18 fps, twelve seconds, filmed by an amateur who loves the people in it. A family sets up a canvas tent on a pebble beach; the wind wins, the tent flies, everybody runs and laughs. Handheld at chest height, pans a little late, one accidental tilt to the sky, then back. Medium flaws: gate weave, dust and a few vertical scratches, colour leaning to magenta, soft focus at the edges, light leak in the last half second before the reel runs out. Period clothes and car, nothing modern in the background. No sound but the projector. Faces stay consistent; nobody waves at the camera until the very end, when the youngest does.`,
  },
]
