import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the files of a shop that moves lie in their folder. */
export const shopFiles = (folder: string) => ({
  sheet: (resource: string) => join(folder, `${resource}.ndjson`),
  settings: join(folder, 'settings.json'),
  uploads: join(folder, 'files.json'),
  upload: (path: string) => join(folder, 'files', path),
})

/** Bytes of a file; 0 where there is none. */
export const bytesIn = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )
