import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { relatedTo } from './related.mjs'

/**
 * Runs all checks. Prints the names of failed tests at the end, where they are visible in a long output. A file that failed in the
 * parallel run is run again alone. If it passes then, it is reported as flaky: a fault to fix, but not one of the current change. The
 * run continues after a failure, so one run shows all failures. `node tests/run.mjs lint vitest` runs only these steps; `--changed` runs
 * the tests for uncommitted changes, `--changed=main` those for the differences from main.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (path) => join(root, 'node_modules', path)
const SOURCES = ['core', 'plugins', 'cli', 'migrations', 'ui-admin', 'ui-store', 'tests', 'docs/examples'].filter((folder) =>
  existsSync(join(root, folder)),
)
const CACHE = join(root, 'node_modules/.cache/stoa')
const reportOf = (name) => join(tmpdir(), `stoa-${name}-${process.pid}.json`)

/** Steps with `beside` use one core each and run in parallel, the longest first; the others use all cores. */
const STEPS = [
  {
    name: 'typecheck',
    beside: true,
    command: [bin('typescript-7/bin/tsc'), '-p', '.', '--incremental', '--tsBuildInfoFile', join(CACHE, 'types.json')],
  },
  {
    name: 'boundaries',
    beside: true,
    command: [bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', 'tests/contract/boundaries.cjs', ...SOURCES],
  },
  { name: 'lint', beside: true, command: [bin('oxlint/bin/oxlint'), '--deny-warnings', ...SOURCES] },
  { name: 'pages', beside: true, command: ['cli/bin.mjs', 'build'] },
  {
    name: 'vitest',
    command: [
      ...[bin('vitest/vitest.mjs'), 'run', '--config', 'tests/vitest.config.ts'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf('vitest')}`],
    ],
    only: (paths) => ['--passWithNoTests', ...paths],
    again: (paths) => ['--maxWorkers=1', ...paths],
    count: () => {
      const report = readReport('vitest')
      const failed = report.testResults.filter(({ status }) => status === 'failed')
      return {
        counts: [report.numPassedTests, report.numFailedTests + failedFiles(report), report.numPendingTests],
        failed: failed.map(({ name, assertionResults }) => ({
          file: relative(root, name),
          tests: assertionResults
            .filter(({ status }) => status === 'failed')
            .map(({ fullName, failureMessages }) => withReason(fullName, failureMessages[0])),
        })),
      }
    },
  },
  {
    name: 'browser',
    // Playwright fails on a folder without tests.
    skip: () => !readdirSync(join(root, 'tests/e2e'), { recursive: true }).some((file) => String(file).endsWith('.spec.ts')),
    command: [...[bin('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts'], '--reporter=list,json'],
    only: (paths) => paths,
    again: (paths) => ['--workers=1', '--trace=retain-on-failure', ...paths],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('browser') },
    count: () => {
      const { stats, errors, suites } = readReport('browser')
      return {
        counts: [stats.expected + stats.flaky, stats.unexpected + errors.length, stats.skipped],
        failed: suites
          .map((suite) => ({ file: `tests/e2e/${suite.file}`, tests: failedSpecs(suite) }))
          .filter(({ tests }) => tests.length > 0),
      }
    },
  },
]

const total = [0, 0, 0]
/** Failures to print at the end. */
const told = []
const steps = chosen(process.argv.slice(2))
mkdirSync(CACHE, { recursive: true })
const beside = steps.filter((step) => step.beside)
const alone = beside.length === 1
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let step = beside.shift(); step; step = beside.shift()) await take(step, !alone)
  }),
)
for (const step of steps) if (!step.beside) await take(step, false)
const [passed, failed, skipped] = total
for (const line of told) process.stdout.write(`${line}\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed > 0 ? 1 : 0

/** The requested steps, each with its files. */
function chosen(words) {
  const changed = words.find((word) => /^--changed(=|$)/.test(word))
  const names = words.filter((word) => word !== changed)
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name))
  if (unknown.length > 0) {
    process.stderr.write(`No step ${unknown.join(', ')}. Steps: ${STEPS.map(({ name }) => name).join(', ')}; --changed[=<commit>]\n`)
    process.exit(2)
  }
  const wanted = STEPS.filter((step) => (names.length > 0 ? names.includes(step.name) : !step.skip?.()))
  if (!changed) return wanted
  const files = changedSince(changed.split('=')[1] || 'HEAD')
  const related = relatedTo(files)
  process.stdout.write(`${files.length} files changed.\n`)
  // The shop for the browser tests builds the pages.
  return wanted
    .filter(({ name }) => name !== 'pages' && related[name]?.length !== 0)
    .map((step) => (related[step.name] ? { ...step, command: [...step.command, ...step.only(related[step.name])] } : step))
}

function changedSince(commit) {
  const git = (...words) =>
    execFileSync('git', [...words, '-z'], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean)
  try {
    return [...git('diff', '--name-only', '--no-renames', '--relative', commit), ...git('ls-files', '--others', '--exclude-standard')]
  } catch {
    // git has already printed its error.
    process.exit(2)
  }
}

async function take(step, quietly) {
  const begun = Date.now()
  if (!quietly) process.stdout.write(`\n── ${step.name}\n`)
  const { code, said } = await run(step, quietly)
  const { counts, failed } = resultOf(step, code)
  if (quietly) process.stdout.write(`\n── ${step.name}\n${said}`)
  if (failed.length > 0) await tryAgain(step, counts, failed)
  else if (counts[1] > 0) told.push(`✗ ${step.name}`)
  for (const [at, count] of counts.entries()) total[at] += count
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`── ${step.name}: ${counts[1] > 0 ? `FAILED (${counts[1]})` : 'ok'}, ${seconds} s\n`)
}

/** Runs failed files again, one after another. More than a few failures are not random. */
async function tryAgain(step, counts, failed) {
  const few = failed.length <= 5
  if (few) process.stdout.write(`\n── ${step.name}: once more, alone\n`)
  const again = few
    ? resultOf(step, (await run({ ...step, command: [...step.command, ...step.again(failed.map(({ file }) => file))] }, false)).code)
    : { failed }
  const still = new Map(again.failed.map(({ file, tests }) => [file, tests]))
  for (const { file, tests } of failed) {
    const bad = still.get(file)
    const names = (bad ?? tests).map((name) => `\n    ${name}`).join('')
    told.push(bad ? `✗ ${step.name}: ${file}${names}` : `~ ${step.name}: ${file} failed beside others and passed alone: unsteady${names}`)
    const mended = bad ? 0 : Math.max(1, tests.length)
    counts[0] += mended
    counts[1] -= mended
  }
  // A run that failed without a failure in its report still counts as failed.
  if (again.counts && again.counts[1] > 0) counts[1] = Math.max(1, counts[1])
}

/** `quietly` buffers the output and prints it in one piece. */
function run({ command, env }, quietly) {
  return new Promise((resolve) => {
    const out = quietly ? 'pipe' : 'inherit'
    let said = ''
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', out, out], env: { ...process.env, ...env } })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part))
    child.once('error', () => resolve({ code: 1, said }))
    child.once('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

/** A step without a report counts as one test; a failed step has at least one failure. */
function resultOf({ name, count }, code) {
  let result = { counts: [code === 0 ? 1 : 0, 0, 0], failed: [] }
  try {
    if (count) result = count()
  } catch {
    // The step ended without a report; its exit code decides.
  }
  rmSync(reportOf(name), { force: true })
  if (code !== 0) result.counts[1] = Math.max(1, result.counts[1])
  return result
}

function readReport(name) {
  return JSON.parse(readFileSync(reportOf(name), 'utf8'))
}

/** Counts files that could not be loaded, and therefore contain no failed tests. */
function failedFiles({ testResults }) {
  return testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length
}

/** Names of failed tests of a suite and its nested suites. */
function failedSpecs({ specs = [], suites = [] }) {
  const why = ({ tests }) => tests.flatMap(({ results }) => results).findLast(({ error }) => error)?.error.message
  return [...specs.filter(({ ok }) => !ok).map((spec) => withReason(spec.title, why(spec))), ...suites.flatMap(failedSpecs)]
}

/** The name of a test with the first line of its error, without terminal colours. */
function withReason(name, message = '') {
  // oxlint-disable-next-line no-control-regex -- the escape that begins a colour is a control character
  const plain = message.replaceAll(/\u001B\[[\d;]*m/g, '').split('\n')[0]
  return plain ? `${name}\n      ${plain.slice(0, 200)}` : name
}
