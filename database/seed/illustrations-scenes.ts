import type { Random } from './random.ts'
import { drawGradientBackground, drawWave, formatHslColor, range } from './shapes.ts'

/** Draws an old clockmaker in a grey apron at a table beside a tall window. */
export const drawWindowPortrait = (random: Random): string => {
  const panes = range(8).map(
    (pane) =>
      `<rect x="${70 + (pane % 2) * 130}" y="${40 + Math.floor(pane / 2) * 150}" width="120" height="140" fill="${formatHslColor(205, 38, 80 + random.between(-4, 8))}"/>`,
  )
  const clocks = range(4).map((clock) => {
    const x = 900 + (clock % 2) * 160
    const y = 170 + Math.floor(clock / 2) * 190
    const turn = random.between(0, 360)
    return `<circle cx="${x}" cy="${y}" r="52" fill="#4a3a2c"/><circle cx="${x}" cy="${y}" r="42" fill="#776650"/><path transform="rotate(${turn} ${x} ${y})" d="M${x} ${y}v-32M${x} ${y}h22" stroke="#2b211a" stroke-width="5"/>`
  })
  const light = `<linearGradient id="light"><stop stop-color="#dfeaf2" stop-opacity="0.55"/><stop offset="1" stop-color="#dfeaf2" stop-opacity="0"/></linearGradient><path d="M350 20L980 220V900H760L350 650z" fill="url(#light)"/>`
  const face = `<linearGradient id="face"><stop stop-color="#eec5a2"/><stop offset="0.55" stop-color="#c98f68"/><stop offset="1" stop-color="#6d452f"/></linearGradient>`
  const body = `<path d="M440 900C440 690 480 610 600 590H680C800 610 850 690 860 900z" fill="#3f4c59"/><path d="M520 900C520 740 540 660 600 640H680C740 660 770 740 770 900z" fill="#8d9093"/><path d="M560 600L600 660M720 600L680 660" stroke="#8d9093" stroke-width="24"/>`
  const head = `<path d="M590 530h100v90q-50 40 -100 0z" fill="#9c6a4b"/><ellipse cx="640" cy="420" rx="106" ry="138" fill="url(#face)"/><path d="M532 400Q520 250 640 262Q762 250 748 400Q740 330 690 318Q600 300 560 340Q540 360 532 400z" fill="#d9d7d2"/><path d="M580 470Q640 455 700 470Q720 560 640 572Q560 560 580 470z" fill="#cfcbc4"/><path d="M612 505q28 -12 56 0" stroke="#8a5a45" stroke-width="6" fill="none"/><path d="M640 410q-16 46 -4 56" stroke="#8a5a3f" stroke-width="5" fill="none"/>`
  const eyes = `<circle cx="596" cy="412" r="9" fill="#2b211a"/><circle cx="684" cy="412" r="9" fill="#2b211a"/><rect x="591" y="405" width="5" height="6" fill="#fff"/><rect x="679" y="405" width="5" height="6" fill="#fff"/><path d="M572 386q24 -14 48 0M660 386q24 -14 48 0" stroke="#d9d7d2" stroke-width="9" fill="none"/><g fill="none" stroke="#4a3a2c" stroke-width="4"><circle cx="596" cy="414" r="30"/><circle cx="684" cy="414" r="30"/><path d="M626 410h28"/></g>`
  const table = `<path d="M300 800H1200V900H240z" fill="#5a3f29"/><path d="M300 800H1200" stroke="#8a6647" stroke-width="6"/><circle cx="650" cy="790" r="46" fill="#d9b45c"/><circle cx="650" cy="790" r="36" fill="#f6efdc"/><path d="M650 790v-26M650 790h18" stroke="#33261a" stroke-width="4"/><ellipse cx="560" cy="800" rx="58" ry="30" fill="#c98f68"/><ellipse cx="742" cy="800" rx="58" ry="30" fill="#8a5c43"/>`
  return `<rect width="1200" height="900" fill="#2a221c"/><rect x="820" y="235" width="380" height="14" fill="#4b3929"/><rect x="820" y="425" width="380" height="14" fill="#4b3929"/>${clocks.join('')}<rect x="40" y="10" width="310" height="650" fill="#efe9dc"/>${panes.join('')}${face}${body}${head}${eyes}${light}${table}`
}

/** Draws a breakfast of felt, paper and wood on a linen cloth, seen from above. */
export const drawFeltBreakfast = (random: Random): string => {
  const threads = range(40).map(
    (thread) => `<path d="M0 ${thread * 23 + 8}H1200" stroke="#d9ccae" stroke-width="2" opacity="0.5"/>`,
  )
  const toasts = range(3).map(
    (slice) =>
      `<g transform="translate(${880 + slice * 46} ${190 + slice * 120}) rotate(${random.between(-18, 18)})"><path d="M-90 -60q0 -46 46 -46h88q46 0 46 46q0 24 -18 34v92q0 16 -16 16h-112q-16 0 -16 -16v-92q-18 -10 -18 -34z" fill="#b9793c"/><path d="M-74 -56q0 -34 34 -34h80q34 0 34 34q0 20 -16 28v80q0 12 -12 12h-92q-12 0 -12 -12v-80q-16 -8 -16 -28z" fill="#f1d49a"/></g>`,
  )
  const petals = range(9).map(
    (petal) =>
      `<ellipse transform="rotate(${petal * 40 + random.between(-4, 4)})" cx="0" cy="-74" rx="32" ry="52" fill="${petal % 2 ? '#f2b632' : '#f7c94f'}" stroke="#d1901c" stroke-width="3" stroke-dasharray="9 6"/>`,
  )
  const crumbs = range(30).map(
    () =>
      `<circle cx="${random.between(700, 1160)}" cy="${random.between(90, 840)}" r="${random.between(2, 6)}" fill="#b9793c" opacity="0.7"/>`,
  )
  const plate = `<circle cx="484" cy="470" r="318" fill="#000" opacity="0.12"/><circle cx="470" cy="450" r="318" fill="#7fb2d0"/><circle cx="470" cy="450" r="238" fill="#9cc7df"/>`
  const egg = `<path d="M470 250C600 230 680 350 650 470C690 590 560 670 450 630C330 660 250 540 290 440C270 320 370 240 470 250z" fill="#fbf8ef"/><g transform="translate(466 446)">${petals.join('')}<circle r="46" fill="#c94a34"/><circle r="30" fill="none" stroke="#f6d6c8" stroke-width="4" stroke-dasharray="7 6"/></g>`
  const shell = `<g transform="translate(150 770) rotate(-20)"><path d="M-80 0q0 -110 80 -120q80 10 80 120l-27 -22l-27 22l-26 -22l-27 22l-27 -22z" fill="#e9c9a6"/></g><g transform="translate(250 800) rotate(150)"><path d="M-70 0q0 -80 70 -90q70 10 70 90l-24 -20l-23 20l-23 -20l-24 20l-23 -20z" fill="#dcb68e"/></g>`
  const spoon = `<g transform="translate(1080 640) rotate(${random.between(8, 20)})"><path d="M-12 -40h24l8 260h-40z" fill="#8c5a34"/><ellipse cx="0" cy="-100" rx="54" ry="76" fill="#a56d42"/><ellipse cx="0" cy="-100" rx="36" ry="56" fill="#8c5a34"/></g>`
  const tomato = `<circle cx="800" cy="742" r="74" fill="#c8412f"/><path d="M800 742m-40 -30l40 20l40 -20l-24 34l24 34l-40 -16l-40 16l24 -34z" fill="#4f7d43"/>`
  return `<rect width="1200" height="900" fill="#efe5cd"/>${threads.join('')}<path d="M0 0h64v900H0z" fill="#d9ccae"/>${plate}${egg}${shell}${toasts.join('')}${tomato}${spoon}${crumbs.join('')}`
}

/** Draws an island with a chapel from above, with a causeway that winds through the tide to it. */
export const drawTidalIsland = (random: Random): string => {
  const glitter = range(90).map(
    () =>
      `<rect x="${random.between(0, 1200)}" y="${random.between(230, 880)}" width="${random.between(20, 110)}" height="3" rx="1" fill="#ffe6b0" opacity="${random.between(0.08, 0.4)}"/>`,
  )
  const path = 'M640 900C560 800 760 730 690 650C630 590 540 580 590 500C610 470 620 460 616 430'
  const stones = range(70).map(
    () =>
      `<circle cx="${600 + random.between(-190, 190)}" cy="${360 + random.between(-48, 52)}" r="${random.between(5, 20)}" fill="${formatHslColor(110 + random.between(-30, 10), 24, random.between(24, 36))}"/>`,
  )
  const gulls = range(4).map((gull) => {
    const x = 220 + gull * 90 + random.between(-20, 20)
    const y = 560 + gull * 34 + random.between(-30, 30)
    return `<path d="M${x - 22} ${y - 8}q14 -10 22 8q8 -18 22 -8" stroke="#fff" stroke-width="5" fill="none"/>`
  })
  const chapel = `<path d="M560 262h86v64h-86z" fill="#f2e2c4"/><path d="M552 266l51 -50l51 50z" fill="#8d4a36"/><path d="M646 236h38v90h-38z" fill="#e5d0ab"/><path d="M640 240l25 -66l25 66z" fill="#7c3f2e"/><path d="M665 176v-28m-9 10h18" stroke="#4b2c20" stroke-width="5"/><path d="M592 326v-34q11 -16 22 0v34z" fill="#5b3a28"/><path d="M560 326l-90 70h90l86 -70z" fill="#1d2b1f" opacity="0.35"/>`
  return `${drawGradientBackground('#f6c98c', '#3f6d86')}<circle cx="820" cy="110" r="66" fill="#fff1c9"/><path d="M0 190H1200V240H0z" fill="#e7a869" opacity="0.6"/><rect y="216" width="1200" height="684" fill="#4c7f95" opacity="0.72"/>${glitter.join('')}<ellipse cx="604" cy="392" rx="330" ry="96" fill="#d9b77f"/><ellipse cx="600" cy="362" rx="262" ry="84" fill="#50663c"/><path d="M430 350q160 -110 340 -6q30 60 -170 70q-190 -4 -170 -64z" fill="#64794a"/>${stones.join('')}${chapel}<path d="${path}" stroke="#d9b77f" stroke-width="64" fill="none" stroke-linecap="round"/><path d="${path}" stroke="#5b5148" stroke-width="26" fill="none" stroke-dasharray="20 9"/><path d="M682 676l-11 44h26z" fill="#c62f2a"/><circle cx="684" cy="670" r="9" fill="#e8c4a0"/>${gulls.join('')}`
}

/** Draws a steel desk lamp on a glossy black floor, whose light fills the frame. */
export const drawDeskLamp = (random: Random): string => {
  const dust = range(80).map(
    () =>
      `<circle cx="${random.between(330, 900)}" cy="${random.between(340, 690)}" r="${random.between(1, 3.4)}" fill="#fff1cf" opacity="${random.between(0.2, 0.8)}"/>`,
  )
  const steel = `<linearGradient id="steel"><stop stop-color="#40444a"/><stop offset="0.35" stop-color="#d9dde2"/><stop offset="0.6" stop-color="#8b9097"/><stop offset="1" stop-color="#2c2f34"/></linearGradient><radialGradient id="glow" cx="0.5" cy="0.1" r="0.9"><stop stop-color="#ffe3a0" stop-opacity="0.95"/><stop offset="0.45" stop-color="#ffb84a" stop-opacity="0.38"/><stop offset="1" stop-color="#ff9c2a" stop-opacity="0"/></radialGradient>`
  const lamp = `<ellipse cx="850" cy="700" rx="150" ry="34" fill="url(#steel)"/><path d="M850 690L790 420L560 250" stroke="url(#steel)" stroke-width="26" fill="none" stroke-linejoin="round"/><circle cx="790" cy="420" r="26" fill="#b9bec5"/><circle cx="850" cy="684" r="22" fill="#b9bec5"/><path d="M600 214L470 226L410 380L650 330z" fill="url(#steel)"/><path d="M410 380L650 330Q560 410 410 380z" fill="#fff0c4"/>`
  return `<rect width="1200" height="900" fill="#0a0a0c"/>${steel}<path d="M0 700H1200V900H0z" fill="#101013"/><path d="M410 380L650 330L980 720H150z" fill="url(#glow)"/>${lamp}<ellipse cx="540" cy="712" rx="400" ry="46" fill="#ffcf7a" opacity="0.32"/><g transform="matrix(1 0 0 -0.45 0 1020)" opacity="0.22">${lamp}</g>${dust.join('')}`
}

/** Draws a still figure with a scarf at a quay, above water that moves. */
export const drawMovingWater = (random: Random): string => {
  const ripples = range(46).map((ripple) => {
    const y = 610 + ripple * 6.4
    const x = random.between(-60, 1100)
    return `<path d="M${x} ${y}q${random.between(30, 70)} -8 ${random.between(80, 150)} 0" stroke="${ripple % 3 ? '#a9d3de' : '#f6d9a8'}" stroke-width="${random.between(2, 5)}" fill="none" opacity="0.65"/>`
  })
  const houses = range(7).map((house) => {
    const x = house * 176 - 20
    const height = random.between(180, 330)
    const windows = range(6).map(
      (window) =>
        `<rect x="${x + 26 + (window % 3) * 44}" y="${600 - height + 40 + Math.floor(window / 3) * 80}" width="24" height="40" fill="#3b4650"/>`,
    )
    return `<rect x="${x}" y="${600 - height}" width="166" height="${height}" fill="${formatHslColor(random.between(8, 44), 34, random.between(58, 74))}"/><path d="M${x - 8} ${600 - height}l91 -56l91 56z" fill="#8a4c3a"/>${windows.join('')}`
  })
  const figure = `<path d="M560 600q-6 -150 40 -196q50 -20 88 6q44 60 34 190z" fill="#2d3a4c"/><circle cx="642" cy="352" r="50" fill="#e3b48f"/><path d="M590 352q-4 -66 54 -64q62 2 50 70q-20 -40 -60 -40q-30 4 -44 34z" fill="#3a2a20"/><path d="M596 392q46 26 96 0l4 34q-54 24 -104 0z" fill="#c63d32"/><path d="M690 404q70 -30 110 -4t110 -30q-20 60 -80 62q-50 -4 -140 10z" fill="#d24a3d"/><path d="M694 420q60 0 90 26t80 6q-20 44 -70 36t-104 -34z" fill="#b3352c"/>`
  return `${drawGradientBackground('#bcd3de', '#f3dcb8')}${houses.join('')}<rect y="596" width="1200" height="24" fill="#6d6259"/><rect y="618" width="1200" height="282" fill="#3c7386"/><g transform="matrix(1 0 0 -0.5 0 918)" opacity="0.28">${houses.join('')}${figure}</g>${ripples.join('')}${figure}`
}

/** Draws two passengers in a tram at night: a woman with an umbrella and a young man with a cello case. */
export const drawNightTram = (random: Random): string => {
  const lights = range(26).map(() => {
    const isOrange = random.next() < 0.6
    return `<circle cx="${random.between(40, 1160)}" cy="${random.between(90, 430)}" r="${random.between(6, 30)}" fill="${isOrange ? '#ffa53c' : '#8fd0b0'}" opacity="${random.between(0.2, 0.75)}"/>`
  })
  const rain = range(70).map(
    () =>
      `<path d="M${random.between(20, 1180)} ${random.between(70, 400)}l-12 ${random.between(16, 50)}" stroke="#d8e6e0" stroke-width="2" opacity="0.4"/>`,
  )
  const frames = `<g fill="#26302e"><rect width="1200" height="70"/><rect y="450" width="1200" height="450"/><rect x="386" y="60" width="26" height="400"/><rect x="788" y="60" width="26" height="400"/><rect width="24" height="460"/><rect x="1176" width="24" height="460"/></g><rect y="30" width="1200" height="14" fill="#e8f0d2" opacity="0.85"/>`
  const straps = range(5).map(
    (strap) =>
      `<path d="M${150 + strap * 225} 50v${60 + random.between(0, 10)}" stroke="#8f8a78" stroke-width="5"/><circle cx="${150 + strap * 225}" cy="${138}" r="20" fill="none" stroke="#c9b98c" stroke-width="8"/>`,
  )
  const seats = `<path d="M90 520q0 -40 40 -40h240q40 0 40 40v380H90zM780 520q0 -40 40 -40h250q40 0 40 40v380H780z" fill="#3d5a4e"/>`
  const woman = `<path d="M130 900q-4 -290 116 -320q126 30 124 320z" fill="#6a4757"/><path d="M222 540h56v100q-28 30 -56 0z" fill="#b98a6c"/><circle cx="250" cy="500" r="66" fill="#d8ab8b"/><path d="M262 514v8M294 514v8" stroke="#33261f" stroke-width="9"/><path d="M180 510q-6 -88 70 -86q80 0 72 90q-14 -44 -44 -52q-60 6 -98 48z" fill="#bdb9b2"/><path d="M210 790L470 730" stroke="#20272c" stroke-width="26"/><path d="M462 734q36 -16 36 20" stroke="#8c5a34" stroke-width="12" fill="none"/><path d="M230 786l-60 34l10 -44z" fill="#20272c"/>`
  const man = `<path d="M820 900q0 -290 118 -320q122 30 120 320z" fill="#39485a"/><path d="M916 540h54v100q-27 30 -54 0z" fill="#94664b"/><circle cx="944" cy="506" r="62" fill="#b98363"/><path d="M902 520v8M934 520v8" stroke="#241b17" stroke-width="9"/><path d="M884 506q-16 -90 60 -92q76 2 64 84q-30 -40 -74 -36q-30 6 -50 44z" fill="#241b17"/>`
  const cello = `<path d="M640 900c-60 -40 -60 -130 -10 -170c-40 -40 -30 -110 20 -124l10 -130q24 -18 48 0l10 130c50 14 60 84 20 124c50 40 50 130 -10 170z" fill="#171414"/><path d="M664 600v260M704 600v260" stroke="#3a3330" stroke-width="5"/>`
  return `<rect width="1200" height="900" fill="#16211f"/>${lights.join('')}${rain.join('')}${frames}${straps.join('')}${seats}${woman}${man}${cello}<rect width="1200" height="900" fill="#ffa53c" opacity="0.06"/>`
}

/** Draws a frame of an old home movie: a tent flies from a pebble beach, and a family runs after it. */
export const drawHomeMovie = (random: Random): string => {
  const pebbles = range(260).map(
    () =>
      `<ellipse cx="${random.between(0, 1200)}" cy="${random.between(610, 900)}" rx="${random.between(5, 17)}" ry="${random.between(4, 10)}" fill="${formatHslColor(random.between(10, 40), 14, random.between(46, 76))}"/>`,
  )
  const runners = [
    { x: 330, size: 1, coat: '#b8483d' },
    { x: 470, size: 0.95, coat: '#e1b04a' },
    { x: 585, size: 0.6, coat: '#4e7f93' },
    { x: 660, size: 0.5, coat: '#cf7f8f' },
  ].map(
    ({ x, size, coat }) =>
      `<g transform="translate(${x} 700) scale(${size}) rotate(${random.between(2, 10)})"><path d="M-12 0l-44 70M10 0l40 60" stroke="#4c4038" stroke-width="20" stroke-linecap="round"/><path d="M-30 -100q30 -24 60 0l6 110h-72z" fill="${coat}"/><path d="M26 -80l64 -50M-26 -80l-40 -30" stroke="${coat}" stroke-width="18" stroke-linecap="round"/><circle cx="4" cy="-138" r="30" fill="#d9a683"/><path d="M-26 -142q4 -34 34 -30q26 4 26 30q-30 -14 -60 0z" fill="#4a3226"/></g>`,
  )
  const tent = `<g transform="translate(840 330) rotate(${random.between(14, 30)})"><path d="M-170 60L-10 -130L170 40L60 90z" fill="#d9c58c"/><path d="M-10 -130L60 90L170 40z" fill="#b99f63"/><path d="M-170 60l-70 90M170 40l60 100M60 90l-10 90" stroke="#efe4c4" stroke-width="5"/></g>`
  const car = `<g transform="translate(110 560)"><path d="M-70 40q4 -44 44 -48l30 -46h100l44 50q44 4 44 44z" fill="#5f9a92"/><path d="M16 -8l20 -32h36v32zM84 -8v-32h28l26 32z" fill="#d7e6e2"/><circle cx="-16" cy="44" r="26" fill="#2e2a28"/><circle cx="140" cy="44" r="26" fill="#2e2a28"/></g>`
  const flaws = range(6).map(
    () =>
      `<path d="M${random.between(80, 1120)} 0v900" stroke="#fff6df" stroke-width="${random.between(1, 2.4)}" opacity="0.5"/>`,
  )
  const specks = range(40).map(
    () =>
      `<circle cx="${random.between(60, 1140)}" cy="${random.between(0, 900)}" r="${random.between(1, 4)}" fill="#2b1b16" opacity="0.5"/>`,
  )
  const holes = range(9).map(
    (hole) => `<rect x="14" y="${hole * 104 + 20}" width="34" height="54" rx="8" fill="#f4ead2"/>`,
  )
  return `${drawGradientBackground('#e7b9b0', '#f2dcc0')}<rect y="470" width="1200" height="150" fill="#8fa5ad"/>${drawWave(random, 560, 14, '#a9bcc0')}<rect y="606" width="1200" height="300" fill="#b7a594"/>${pebbles.join('')}${car}${tent}${runners.join('')}<rect width="1200" height="900" fill="#d0417c" opacity="0.1"/><linearGradient id="leak"><stop offset="0.75" stop-color="#ff8a3c" stop-opacity="0"/><stop offset="1" stop-color="#ff8a3c" stop-opacity="0.65"/></linearGradient><rect width="1200" height="900" fill="url(#leak)"/>${flaws.join('')}${specks.join('')}<rect width="62" height="900" fill="#1b1512"/>${holes.join('')}`
}
