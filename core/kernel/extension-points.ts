import { Type } from '@sinclair/typebox'
import type { Command } from 'commander'
import type { Kernel } from '../context.ts'
import { extensionPoint } from '../plugin/contributions.ts'

/** A command as lists show it. Its module is loaded only when it is called. */
export interface CliPart {
  summary: string
  load: () => Promise<{ command: () => Command }>
}

/** Where a command stands in `stoa --help`. */
export type CliGroup = 'Set up' | 'Data' | 'Access' | 'Operate' | 'Extend'

export type CliCommand = CliPart & { group: CliGroup }

const word = (summary: string) => (/^[A-Z].*[^.]$/.test(summary) ? undefined : 'its summary is no line of help')

/**
 * Commands of `stoa`, by their word. The command line reads them from `cli/index.ts` of the plugin alone, which
 * therefore loads nothing else.
 */
export const COMMANDS = extensionPoint<CliCommand>('core/commands', {
  description: 'commands of `stoa`, by their word',
  check: ({ summary }) => word(summary),
})

/** What `stoa prove` can show on a database of its own: promises that have to hold under load and faults. */
export const PROOFS = extensionPoint<CliPart>('core/proofs', {
  description: 'proofs that promises hold under load and faults, by their word below `stoa prove`',
  check: ({ summary }) => word(summary),
})

/** What a page may load and where its forms may go, as far as plugins can open it. */
export type Directive = 'script-src' | 'connect-src' | 'frame-src' | 'img-src' | 'form-action'

/** Other hosts that pages of the store may use. */
export interface PageSources {
  sources: Readonly<Partial<Record<Directive, readonly string[]>>>
  /** Which pages; asked for each as it is sent. `local`: the shop runs on the visitor's own machine. All when absent. */
  when?(page: { kernel: Kernel; path: string; local: boolean }): boolean
}

// One host each, over TLS; only a visitor's own machine may do without. No keyword, no scheme, no star in a name.
const source = Type.String({ pattern: '^(https://[a-z0-9-]+(\\.[a-z0-9-]+)+(/[\\w./-]*)?|http://127\\.0\\.0\\.1:\\*)$' })
const hosts = Type.Optional(Type.Array(source, { minItems: 1 }))

/** Hosts outside that pages of the store need: added to their Content-Security-Policy. */
export const PAGE_SOURCES = extensionPoint<PageSources>('core/page-sources', {
  description: 'hosts outside that pages of the store may load from, by what they are for',
  schema: Type.Object({
    sources: Type.Object(
      { 'script-src': hosts, 'connect-src': hosts, 'frame-src': hosts, 'img-src': hosts, 'form-action': hosts },
      { additionalProperties: false, minProperties: 1 },
    ),
  }),
})
