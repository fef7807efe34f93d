import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../core/root.ts'
import type { Candidate } from './candidate.ts'

const run = promisify(execFile)

/**
 * The Chromium that comes as a package, unpacked once per version, with the libraries and the font it brings: it
 * needs nothing of the machine but glibc and libgcc, and draws the same everywhere. Its font has no Chinese: where the machine
 * has one that does, that is taken for what the other lacks.
 */
export async function packaged(): Promise<Candidate[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(`has none for ${process.platform} ${process.arch}`)
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(entry.slice(0, entry.lastIndexOf('/build/')), 'package.json'), 'utf8')) as {
    version: string
  }
  const home = await unpack(version)
  const env = { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') }
  return [{ path: join(home, 'chromium'), env, whyNot: missingLibraries }]
}

/** A folder appears whole or not at all, so that two runs at once, or one that is killed, leave nothing half. */
async function unpack(version: string): Promise<string> {
  // Named anew when what is written into it changes, or an older one would be kept.
  const name = `chromium-${version}-han`
  const cacheFolder = getCacheFolder()
  const home = join(cacheFolder, name)
  if (existsSync(home)) return home
  const unfinished = mkdtempSync(join(cacheFolder, `${name}-`))
  try {
    // The package unpacks into the folder for temporary files, and its libraries only where it knows them missing.
    const program = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`
    const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
    await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: projectRoot(), env })
    // Its own configuration looks for the font in a fixed place.
    writeFileSync(
      join(unfinished, 'fonts/fonts.conf'),
      fontConfiguration(join(home, 'fonts').replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    )
    chmodSync(join(unfinished, 'chromium'), 0o755)
    chmodSync(unfinished, 0o755)
    renameSync(unfinished, home)
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(home)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return home
}

/** Beside the package, so that it goes with it; elsewhere when that may not be written. */
function getCacheFolder(): string {
  const beside = join(projectRoot(), 'node_modules/.cache/stoa')
  try {
    mkdirSync(beside, { recursive: true })
    rmSync(mkdtempSync(join(beside, 'try-')), { recursive: true })
    return beside
  } catch {
    const elsewhere = join(tmpdir(), `stoa-browser-${process.getuid?.() ?? 0}`)
    mkdirSync(elsewhere, { recursive: true, mode: 0o700 })
    return elsewhere
  }
}

/** Folders in which machines keep fonts; those that are not there are passed over. */
const FONTS = ['/usr/share/fonts', '/usr/local/share/fonts']

/** Of the machine only fonts for Chinese are seen, and the one of the package comes before them: what it draws is the same everywhere. */
const fontConfiguration = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${[folder, ...FONTS].map((dir) => `<dir>${dir}</dir>`).join('\n  ')}
  <cachedir>${join(folder, 'cache')}</cachedir>
  <selectfont>
    <rejectfont><pattern><patelt name="scalable"><bool>true</bool></patelt></pattern></rejectfont>
    <rejectfont><pattern><patelt name="scalable"><bool>false</bool></patelt></pattern></rejectfont>
    <acceptfont>
      <pattern><patelt name="family"><string>Open Sans</string></patelt></pattern>
      <pattern><patelt name="lang"><string>zh-hk</string></patelt></pattern>
      <pattern><patelt name="lang"><string>zh-cn</string></patelt></pattern>
    </acceptfont>
  </selectfont>
  ${['sans-serif', 'serif', 'monospace', 'system-ui'].map((family) => `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`).join('\n  ')}
</fontconfig>
`

/** Asks the loader of the system itself, as a bare machine need not have ldd. */
async function missingLibraries({ path, env }: Candidate): Promise<string> {
  try {
    const { stdout } = await run(path, [], { env: { ...process.env, ...env, LD_TRACE_LOADED_OBJECTS: '1' } })
    const missing = [...stdout.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name)
    return missing.length > 0 ? `the system lacks ${missing.join(', ')}` : ''
  } catch (error) {
    // The file is there, so it is its loader that is not.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'the system has no glibc'
    return ''
  }
}
