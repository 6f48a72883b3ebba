// Compresses the built files at the highest level because they are built once and served for up to a year.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { fromRoot } from './paths.mjs'

const folder = fromRoot('dist/client/assets')
for (const name of readdirSync(folder)) {
  if (!/\.(js|css|svg)$/.test(name)) continue
  const bytes = readFileSync(`${folder}/${name}`)
  writeFileSync(
    `${folder}/${name}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
  writeFileSync(`${folder}/${name}.gz`, gzipSync(bytes, { level: 9 }))
}
