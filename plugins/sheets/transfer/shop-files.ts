import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Paths of the files in the export folder of a shop. */
export const shopFiles = (folder: string) => ({
  sheet: (resource: string) => join(folder, `${resource}.ndjson`),
  settings: join(folder, 'settings.json'),
  uploads: join(folder, 'files.json'),
  upload: (path: string) => join(folder, 'files', path),
})

/** Size of a file in bytes; 0 when it does not exist. */
export const bytesIn = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )
