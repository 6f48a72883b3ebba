import type { Random } from './random.ts'
import { drawGradientBackground, drawWave, formatHslColor, range } from './shapes.ts'

/** Draws receding hills before sunrise, with fog between them and one lit window. */
export const drawHills = (random: Random): string => {
  const hue = random.between(165, 215)
  const x = random.between(700, 860)
  const house = `<path d="M${x - 34} 690v-40l34 -26l34 26v40z" fill="#16282b"/><rect x="${x - 9}" y="656" width="18" height="20" fill="#ffd27a"/><circle cx="${x}" cy="666" r="44" fill="#ffc052" opacity="0.22"/>`
  const layers = range(7).map((layer) => {
    const y = 340 + layer * 85
    const fill = formatHslColor(hue + layer * 6, 22 + layer * 5, 74 - layer * 10)
    return `${drawWave(random, y, 50 + layer * 8, fill)}${layer === 4 ? house : ''}<rect y="${y + 25}" width="1200" height="110" fill="url(#fog)" opacity="0.5"/>`
  })
  const fog = `<linearGradient id="fog" x2="0" y2="1"><stop stop-color="#fff" stop-opacity="0"/><stop offset="0.6" stop-color="#fff" stop-opacity="0.55"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>`
  return (
    drawGradientBackground(formatHslColor(hue, 38, 72), formatHslColor(32, 70, 88)) + fog + layers.join('')
  )
}

/** Draws layers of cut paper, from deep to pale colours. */
export const drawPaperTide = (random: Random): string => {
  const hue = random.between(140, 220)
  const layers = range(11).map((layer) => {
    const y = 130 + layer * 72
    const paper = formatHslColor(hue - layer * 11, 42 - layer * 2, 26 + layer * 5.6)
    const shape = drawWave(random, y, 46, paper)
    return `<g transform="translate(-6 -12)" opacity="0.3">${shape.replace(paper, '#06141a')}</g>${shape}`
  })
  return drawGradientBackground(formatHslColor(hue, 50, 20), formatHslColor(hue, 45, 24)) + layers.join('')
}

/** Draws an invented flower on ivory paper, with its parts around it. */
export const drawFlower = (random: Random): string => {
  const hue = random.between(260, 400)
  const rings = range(4).map((ring) =>
    petals(random, 600, 330, 9 + ring * 2, 235 - ring * 52, hue + ring * 14, 66 - ring * 7),
  )
  const leaves = range(6).map((leaf) => {
    const side = leaf % 2 ? 1 : -1
    const y = 560 + leaf * 48
    return `<path d="M600 ${y}q${side * 90} -70 ${side * random.between(170, 260)} -10q${-side * 110} 60 ${-side * 200} 10" fill="${formatHslColor(110 + random.between(-20, 20), 28, 44)}" opacity="0.86"/>`
  })
  const parts = range(4).map((part) =>
    petals(
      random,
      part % 2 ? 1020 : 180,
      220 + Math.floor(part / 2) * 440,
      5 + part,
      78,
      hue + 20 * part,
      60,
    ),
  )
  return `<rect width="1200" height="900" fill="#f4ecd9"/><path d="M600 330C${random.between(560, 640)} 560 590 700 600 868" stroke="#5d7048" stroke-width="11" fill="none"/>${leaves.join('')}${rings.join('')}<circle cx="600" cy="330" r="30" fill="${formatHslColor(random.between(36, 52), 72, 58)}"/>${parts.join('')}<rect x="34" y="34" width="1132" height="832" fill="none" stroke="#8a7a55" stroke-width="2"/>`
}

const petals = (
  random: Random,
  x: number,
  y: number,
  count: number,
  length: number,
  hue: number,
  light: number,
) =>
  range(count)
    .map((at) => {
      const turn = (360 / count) * at + random.between(-5, 5)
      const width = length * random.between(0.26, 0.36)
      return `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0C${width} ${-length * 0.4} ${width * 0.7} ${-length} 0 ${-length}C${-width * 0.7} ${-length} ${-width} ${-length * 0.4} 0 0" fill="${formatHslColor(hue, 52, light)}" fill-opacity="0.72" stroke="${formatHslColor(hue, 42, light - 26)}" stroke-width="1.6"/>`
    })
    .join('')

/** Draws a bottle with a cork on stone under a single hard light, before warm sand colour. */
export const drawStillLife = (random: Random): string => {
  const hue = random.between(150, 210)
  const x = random.between(380, 560)
  const width = random.between(80, 125)
  const top = random.between(210, 300)
  const neck = width * 0.34
  const body = `M${x - neck} ${top}h${neck * 2}v90q0 50 ${width - neck} 110v${590 - top - 100}q0 40 -${width * 0.3} 40h-${width * 1.4}q-${width * 0.3} 0 -${width * 0.3} -40v-${590 - top - 100}q${width - neck} -60 ${width - neck} -110z`
  const shade = `<linearGradient id="shade"><stop stop-color="${formatHslColor(hue, 26, 76)}"/><stop offset="0.45" stop-color="${formatHslColor(hue, 30, 52)}"/><stop offset="1" stop-color="${formatHslColor(hue, 34, 24)}"/></linearGradient>`
  return `${drawGradientBackground(formatHslColor(34, 38, 66), formatHslColor(36, 46, 80))}${shade}<path d="M${x} 690L${x + 700} 800L${x + 620} 850L${x - 90} 700z" fill="#20160f" opacity="0.3"/><path d="M170 ${690}L900 680L1010 900H60z" fill="${formatHslColor(38, 22, 86)}"/><path d="M900 680L1010 900H1120L985 690z" fill="${formatHslColor(36, 20, 66)}"/><path d="M${x} 700l330 26l-30 44l-400 -40z" fill="#20160f" opacity="0.34"/><path d="${body}" fill="url(#shade)"/><rect x="${x - neck * 0.8}" y="${top - 44}" width="${neck * 1.6}" height="48" rx="8" fill="#a9764a"/>`
}

/** Draws the leaves of a greenhouse behind wet glass, and a music box on a table in one warm light. */
export const drawWindow = (random: Random): string => {
  const hue = random.between(130, 210)
  const leaves = range(46).map(() => {
    const size = random.between(40, 150)
    return `<ellipse transform="translate(${random.between(0, 1200)} ${random.between(120, 900)}) rotate(${random.between(0, 180)})" rx="${size}" ry="${size * 0.24}" fill="${formatHslColor(hue + random.between(-30, 20), 34, random.between(14, 42))}" opacity="0.75"/>`
  })
  const bars = range(5).map(
    (bar) => `<rect x="${bar * 300 - 8}" width="16" height="900" fill="${formatHslColor(hue, 18, 10)}"/>`,
  )
  const drops = range(90).map(
    () =>
      `<rect x="${random.between(0, 1200)}" y="${random.between(0, 900)}" width="2.4" height="${random.between(10, 70)}" rx="1" fill="#eef7f4" opacity="${random.between(0.12, 0.5)}"/>`,
  )
  const x = random.between(420, 780)
  const table = `<path d="M${x - 260} 760h520l40 34h-600z" fill="#6b4a2f"/><path d="M${x - 230} 794h26v106h-26zM${x + 204} 794h26v106h-26z" fill="#4c3421"/><path d="M${x - 90} 760v-76h180v76z" fill="#8c5a34"/><path d="M${x - 90} 684l26 -92h180l-26 92z" fill="#a56d42"/><rect x="${x - 60}" y="664" width="120" height="30" rx="15" fill="#e2b650"/><path d="M${x + 90} 722h36v-26" stroke="#e2b650" stroke-width="8" fill="none"/>`
  const light = `<radialGradient id="lamp"><stop stop-color="#ffd38a"/><stop offset="0.25" stop-color="#ffb04d" stop-opacity="0.7"/><stop offset="1" stop-color="#ff9c2a" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="650" r="260" fill="url(#lamp)"/>`
  return `${drawGradientBackground(formatHslColor(hue, 24, 66), formatHslColor(hue, 30, 24))}${leaves.join('')}${light}${table}${bars.join('')}<rect y="300" width="1200" height="12" fill="${formatHslColor(hue, 18, 10)}"/>${drops.join('')}`
}
