import { Type } from '@sinclair/typebox'
import type { Command } from 'commander'
import type { Kernel } from '../context.ts'
import { extensionPoint } from '../plugin/contributions.ts'

/** A command as lists show it. Its module is loaded when it runs. */
export interface CliPart {
  summary: string
  load: () => Promise<{ command: () => Command }>
}

/** The group of a command in `stoa --help`. */
export type CliGroup = 'Set up' | 'Data' | 'Access' | 'Operate' | 'Extend'

export type CliCommand = CliPart & { group: CliGroup }

const findSummaryProblem = (summary: string) => (/^[A-Z].*[^.]$/.test(summary) ? undefined : 'its summary is no line of help')

/** Commands of `stoa` by name. The command line loads only `cli/index.ts` of a plugin, which therefore must import little. */
export const COMMANDS = extensionPoint<CliCommand>('core/commands', {
  description: 'commands of `stoa`, by name',
  check: ({ summary }) => findSummaryProblem(summary),
})

/** Invariant checks of `stoa prove`: each runs on its own database, under load and faults. */
export const PROOFS = extensionPoint<CliPart>('core/proofs', {
  description: 'load and fault tests of invariants, by their name below `stoa prove`',
  check: ({ summary }) => findSummaryProblem(summary),
})

/** Content-Security-Policy directives that plugins may extend. */
export type Directive = 'script-src' | 'connect-src' | 'frame-src' | 'img-src' | 'form-action'

/** External hosts that pages of the store may use. */
export interface PageSources {
  sources: Readonly<Partial<Record<Directive, readonly string[]>>>
  /** Selects pages; called for each response. `local`: the shop runs on the visitor's machine. Absent: all pages. */
  when?(page: { kernel: Kernel; path: string; local: boolean }): boolean
}

// One https host each; http only for 127.0.0.1. No keywords and no wildcards.
const source = Type.String({ pattern: '^(https://[a-z0-9-]+(\\.[a-z0-9-]+)+(/[\\w./-]*)?|http://127\\.0\\.0\\.1:\\*)$' })
const hosts = Type.Optional(Type.Array(source, { minItems: 1 }))

/** External hosts that store pages need: added to their Content-Security-Policy. */
export const PAGE_SOURCES = extensionPoint<PageSources>('core/page-sources', {
  description: 'external hosts that store pages may load resources from, by purpose',
  schema: Type.Object({
    sources: Type.Object(
      { 'script-src': hosts, 'connect-src': hosts, 'frame-src': hosts, 'img-src': hosts, 'form-action': hosts },
      { additionalProperties: false, minProperties: 1 },
    ),
  }),
})
