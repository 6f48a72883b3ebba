import type { Random } from './random.ts'
import { drawGradientBackground, formatHslColor, range } from './shapes.ts'

/** Draws a block of a night market in the rain on an isometric grid: stalls with striped awnings, under lanterns. */
export const drawMarketBlocks = (random: Random): string => {
  const ground = `<path d="M600 190L1120 490L600 790L80 490z" fill="#2a2350"/><path d="M80 490v40L600 830v-40zM1120 490v40L600 830v-40z" fill="#171233"/>`
  const cells = range(12)
    .map((at) => ({ column: at % 4, row: Math.floor(at / 4) }))
    .map(({ column, row }) =>
      drawStall(random, 600 + (column - row * 1.33) * 122, 318 + (column + row * 1.33) * 70),
    )
  const lanterns = range(14).map((at) => {
    const x = 190 + (at % 7) * 136 + random.between(-16, 16)
    const y = at < 7 ? 250 - Math.abs(3 - at) * -34 : 470 + Math.abs(10 - at) * 26
    return `<path d="M${x} ${y - 34}v20" stroke="#e9dcc0" stroke-width="2"/><circle cx="${x}" cy="${y}" r="34" fill="#ff9d3c" opacity="0.3"/><ellipse cx="${x}" cy="${y}" rx="15" ry="19" fill="#ffc66b"/>`
  })
  const people = range(16).map(() => {
    const side = random.between(-1, 1)
    const x = 600 + side * 420
    const y = 490 + random.between(-1, 1) * (1 - Math.abs(side)) * 250
    return `<path d="M${x - 8} ${y}q8 -40 16 0z" fill="${random.pick(['#e9dcc0', '#3aa59a', '#b0547f'])}"/><circle cx="${x}" cy="${y - 32}" r="8" fill="#e9c9a6"/>`
  })
  const rain = range(80).map(
    () =>
      `<path d="M${random.between(0, 1200)} ${random.between(0, 880)}l-6 ${random.between(14, 34)}" stroke="#b9b6e0" stroke-width="1.6" opacity="0.35"/>`,
  )
  return `<rect width="1200" height="900" fill="#120f22"/>${ground}${cells.join('')}${people.join('')}${lanterns.join('')}${rain.join('')}`
}

/** Draws a stall whose floor has its centre at this point. */
const drawStall = (random: Random, x: number, y: number): string => {
  const awning = random.pick(['#ff8a3c', '#3aa59a', '#b0547f', '#d9663a'])
  const stripes = range(4).map(
    (stripe) =>
      `<path d="M${x - 52 + stripe * 26} ${y - 84 + stripe * 15 - 30}l13 7.5l-13 37l-13 -7.5z" fill="#f4e8cf" opacity="0.9"/>`,
  )
  const wares = range(5).map(
    (ware) =>
      `<circle cx="${x - 36 + ware * 14}" cy="${y - 20 + ware * 8}" r="6" fill="${random.pick(['#ffc66b', '#e45b45', '#7fd0c2', '#f4e8cf'])}"/>`,
  )
  return `<ellipse cx="${x}" cy="${y + 30}" rx="70" ry="26" fill="#ff9d3c" opacity="0.16"/><path d="M${x - 52} ${y - 20}l52 30v46l-52 -30z" fill="#5b3a52"/><path d="M${x + 52} ${y - 20}l-52 30v46l52 -30z" fill="#432a43"/><path d="M${x} ${y - 50}l52 30l-52 30l-52 -30z" fill="#7a4d5f"/>${wares.join('')}<path d="M${x - 50} ${y - 20}v-62M${x + 50} ${y - 20}v-62M${x} ${y + 8}v-62" stroke="#1c1430" stroke-width="5"/><path d="M${x} ${y - 140}l66 38l-66 38l-66 -38z" fill="${awning}"/><path d="M${x - 66} ${y - 102}l66 38v20l-66 -38z" fill="#f4e8cf"/><path d="M${x + 66} ${y - 102}l-66 38v20l66 -38z" fill="${awning}"/>${stripes.join('')}`
}

/** Draws three shapes in four overprinting inks on paper. */
export const drawPoster = (random: Random): string => {
  const inks = ['#c2472e', '#dfa32b', '#2d5a47', '#22221f', '#3b6f92']
  const ink = () => random.pick(inks)
  const circle = `<circle cx="${random.between(250, 1000)}" cy="${random.between(180, 480)}" r="${random.between(170, 300)}" fill="${ink()}"/>`
  const arcX = random.between(150, 650)
  const arc = `<path d="M${arcX} 900v-360a210 210 0 0 1 420 0v360h-130v-360a80 80 0 0 0 -160 0v360z" fill="${ink()}"/>`
  const slope = random.between(-240, 240)
  const line = `<path d="M${600 - slope} -20h70l${slope * 2} 940h-70z" fill="${ink()}"/>`
  const strips = range(5).map(
    (at) =>
      `<rect x="70" y="${700 + at * 26}" width="${random.between(120, 420)}" height="9" fill="#22221f"/>`,
  )
  return `<rect width="1200" height="900" fill="#efe6d2"/><g style="mix-blend-mode:multiply">${circle}</g><g style="mix-blend-mode:multiply">${arc}</g><g style="mix-blend-mode:multiply">${line}</g>${strips.join('')}`
}

/** Draws a cutaway of a lighthouse with a lit room on every floor, surrounded by the sea. */
export const drawLighthouse = (random: Random): string => {
  const hue = random.between(195, 235)
  const rooms = range(6).map((floor) => {
    const y = 190 + floor * 108
    const half = 92 + floor * 13
    const warm = formatHslColor(random.between(22, 48), 76, random.between(52, 68))
    return `<rect x="${600 - half}" y="${y}" width="${half * 2}" height="98" fill="${warm}"/><rect x="${600 - half + random.between(10, half)}" y="${y + random.between(30, 52)}" width="${random.between(30, 70)}" height="${random.between(36, 46)}" fill="${formatHslColor(random.between(0, 40), 46, 30)}"/><circle cx="${600 + random.between(-half + 24, half - 24)}" cy="${y + 24}" r="8" fill="#fff3c4"/><path d="M${600 - half} ${y + 98}l${half * 0.5} -40l14 0l${-half * 0.5} 40z" fill="#5b3a22" opacity="0.7"/>`
  })
  const beam = `<path d="M600 130L1200 ${random.between(0, 90)}V${random.between(180, 280)}z" fill="#fff1b8" opacity="0.5"/>`
  const sea = range(5).map(
    (at) =>
      `<path d="M0 ${770 + at * 30}q150 -38 300 0t300 0t300 0t300 0V900H0z" fill="${formatHslColor(hue, 46, 30 - at * 4)}" opacity="0.9"/>`,
  )
  return `${drawGradientBackground(formatHslColor(hue, 48, 18), formatHslColor(hue - 20, 40, 46))}${beam}<path d="M490 180h220l100 660h-420z" fill="#f0e7d6"/>${rooms.join('')}<rect x="540" y="90" width="120" height="92" fill="#ffe28a"/><path d="M520 92l80 -66l80 66z" fill="#a63d2f"/>${sea.join('')}`
}

/** Draws a planet with its tides, and the moon that causes them. */
export const drawPlanetOrbit = (random: Random): string => {
  const angle = random.between(-50, 50)
  const stars = range(70).map(
    () =>
      `<circle cx="${random.between(0, 1200)}" cy="${random.between(0, 900)}" r="${random.between(0.8, 2.6)}" fill="#f6f1e2" opacity="0.7"/>`,
  )
  const rings = range(3).map(
    (ring) =>
      `<circle cx="520" cy="450" r="${300 + ring * 70}" fill="none" stroke="#f6f1e2" stroke-opacity="0.22" stroke-width="2"/>`,
  )
  return `${drawGradientBackground('#0f2038', '#1c3a5c')}${stars.join('')}${rings.join('')}<g transform="rotate(${angle} 520 450)"><ellipse cx="520" cy="450" rx="268" ry="196" fill="#3fa79a"/><circle cx="520" cy="450" r="178" fill="#f1ead6"/><path d="M430 320q90 -50 150 20t-30 130t-120 -30zM560 520q70 -20 90 40t-70 60t-60 -50z" fill="#6c8f5c"/><circle cx="960" cy="450" r="56" fill="#e9e2cf"/><circle cx="942" cy="436" r="12" fill="#cfc7b1"/></g><rect x="${random.between(380, 600)}" y="266" width="26" height="30" fill="#c2472e"/>`
}
