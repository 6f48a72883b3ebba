import type { SeedPost } from './seed-post.ts'

export const imagePosts: SeedPost[] = [
  {
    title: 'Fog over terraced hills at first light',
    description:
      'A layered landscape with real depth: five planes of fog, one small light, and a lot of quiet.',
    topic: 'Photography',
    author: 'jonasweber',
    models: ['midjourney', 'flux'],
    illustrations: ['hills', 'hills'],
    prompt: `Terraced tea hills before sunrise, five receding planes of fog, the nearest terrace sharp and wet, the farthest only a tone; a single lit window in the lower third, right of centre. Long lens from a facing slope, compressed perspective, horizon high in the frame. Cool blue-green shadows, the first warm light only on the upper edges of the fog. Fine film grain, soft highlights, no lens flare. Medium format landscape photography, 150mm, f/11, tripod, blue hour turning into dawn. --ar 4:3 --style raw --stylize 120 --no people, birds, text, watermark`,
  },
  {
    title: 'Botanical plate of an invented flower',
    description:
      'A nineteenth-century style plate for a plant that does not exist, with cross-sections and seeds.',
    topic: 'Illustration',
    author: 'mirelakov',
    models: ['dall-e', 'ideogram'],
    illustrations: ['flower', 'flower'],
    prompt: `A botanical plate in the manner of nineteenth-century field studies, of an invented plant: \${plant:a night-blooming lily with translucent, veined petals}. Centre: the whole plant from root to bloom, life size. Around it, small and evenly spaced: a cross-section of the flower, a closed bud, a seed pod opened, three seeds with a scale bar, one leaf seen from below. Ink outlines of varying weight, thin transparent watercolour washes that pool at the edges, warm ivory laid paper with slight foxing. Plenty of empty paper; nothing touches the border. Below, a handwritten caption in small italics that reads “\${name:Lilium nocturnum}”. Flat even light, straight-on scan, no frame, no shadows of the paper.`,
  },
  {
    title: 'Product on stone, one hard light',
    description: 'A packaging shot that sells texture: one light, one material, one shadow you can read.',
    topic: 'Product Design',
    author: 'jonasweber',
    models: ['adobe-firefly', 'flux', 'midjourney'],
    illustrations: ['stillLife'],
    prompt: `Advertising photograph of \${product:a matte ceramic bottle with a cork stopper} standing on a rough block of pale travertine. One hard light from the upper left at forty-five degrees, casting a single long, crisp shadow to the lower right; a white card on the right lifts the dark side by one stop. Background: seamless warm sand colour, slightly darker at the top. The label is blank. Visible material: the pores of the stone, the fine matte grain of the glaze, a tiny chip of light on the cork. Camera slightly above the rim, 100mm macro, f/8, focus stacked, product fills half the frame height, room for a headline on the right. Clean, calm, no props, no reflections of the studio, no text.`,
  },
  {
    title: 'Isometric night market',
    description: 'A tiny city block full of stalls and lanterns, drawn on a strict isometric grid.',
    topic: 'Illustration',
    author: 'kenjimori',
    models: ['midjourney', 'leonardo-ai'],
    illustrations: ['blocks', 'blocks'],
    prompt: `Isometric illustration of one block of a night market in the rain, true 30-degree isometric grid, no vanishing points. Twelve stalls with striped awnings, each selling one readable thing: noodles, umbrellas, goldfish, records, radios. Paper lanterns on wires give the only light: warm circles on wet ground, each with a soft reflection below. Limited palette: deep indigo, plum, teal, lantern orange, a little cream. Small people as simple shapes, no faces, at most twenty. Crisp vector edges with a faint paper texture over everything. The block floats on a plain dark background with a margin on all sides. --ar 4:3 --no perspective, photo, blur, text`,
  },
  {
    title: 'Portrait by window, painter’s light',
    description:
      'An honest portrait recipe: north window, small catchlight, skin that still looks like skin.',
    topic: 'Photography',
    author: 'jonasweber',
    models: ['flux', 'stable-diffusion'],
    illustrations: ['portrait'],
    prompt: `Half-length portrait of \${person:an elderly clockmaker in a grey work apron}, seated at a table beside a tall north-facing window. Soft light from the left, falling off quickly; the far side of the face two stops darker but with detail. A small rectangular catchlight in each eye. Looking slightly past the camera, mid-thought, hands resting on a half-open pocket watch. Real skin: pores, fine lines, uneven tone, no smoothing. Background: dark workshop, shelves as faint shapes. 85mm at f/2.8, focus on the nearer eye, natural colours, gentle contrast, slight warm tint in the shadows.
Negative prompt: airbrushed skin, symmetrical face, extra fingers, heavy vignette, oversharpened, HDR, text, logo
Steps: 32, CFG scale: 5.5, size: 896x1152`,
  },
  {
    title: 'Poster with honest geometry',
    description: 'A mid-century style event poster: three shapes, four colours, correct lettering.',
    topic: 'Product Design',
    author: 'kenjimori',
    models: ['ideogram', 'dall-e'],
    illustrations: ['poster', 'poster'],
    prompt: `A screen-printed poster for \${event:an open-air chamber concert}, mid-century Swiss style. Exactly three large geometric shapes that suggest the subject without drawing it: one circle cut by the edge, one tall arc, one slim diagonal. Four flat inks on unbleached paper: brick red, mustard, deep green, black; where two inks overlap they make a third colour. Slight misregistration, visible paper fibre. Lettering in a grotesque typeface, flush left, in the lower quarter, in two sizes only. Large: “\${headline:Quiet Strings}”. Small: “\${details:12 June, 20:00, Old Orchard}”. Spell the words exactly. A strict six-column grid, generous margins, no gradients, no shadows, no ornaments.`,
  },
  {
    title: 'Cutaway of a lighthouse full of rooms',
    description: 'A children’s-book cutaway that rewards looking for a long time.',
    topic: 'Illustration',
    author: 'ananyarao',
    models: ['dall-e', 'midjourney', 'leonardo-ai'],
    illustrations: ['tower'],
    prompt: `A tall cutaway illustration of a lighthouse for a picture book, front wall removed like a doll's house. From bottom to top: a boat cellar with nets, a kitchen with bread rising, a library on the spiral stairs, a room where a cat guards the weather instruments, a bedroom with a round window and a storm outside, and the lamp room, glowing. Every room holds one small secret: a hidden door, a letter, a key, a mouse with a lantern. Gouache and coloured pencil, visible strokes, warm rooms against a cold blue sea, gentle humour. The reader's eye climbs along the stairs. Portrait format, the tower fills the height, no words.`,
  },
  {
    title: 'Abstract tide in paper layers',
    description: 'Cut-paper relief with real shadows, made for calm backgrounds and covers.',
    topic: 'Product Design',
    author: 'collection',
    models: ['stable-diffusion', 'adobe-firefly'],
    illustrations: ['tide', 'tide'],
    prompt: `Cut-paper relief seen from directly above: twelve layers of thick matte card in a gradient from deep sea green to pale sand, each edge a slow hand-cut wave, each layer lifted three millimetres from the one below. Raking light from the left throws soft, even shadows that show the depth. Cut edges are slightly lighter than the faces; a few fibres are visible. The upper third is quiet for a title. Subdued, warm-neutral colours, no gloss, no metallic ink, no pattern printed on the card. Photographed in a studio with a polarising filter, edge-to-edge sharpness, 3:2.
Negative prompt: plastic, glossy, 3d render, neon, text, border, hands`,
  },
]
