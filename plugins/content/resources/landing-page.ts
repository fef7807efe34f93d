import { Type } from '@sinclair/typebox'
import { defineResource, f, type TransitionContext } from 'stoa'
import { cleanElements } from '../services/elements.ts'
import { elementFilePaths } from '../services/element-file-paths.ts'
import { replaceElementReferences } from '../services/element-references.ts'
import { scheduledTransitions, settle } from '../services/landing.ts'
import type { Elements } from '../api-types.ts'
import { metaText, url } from './shared.ts'

/** A page built of elements. A published one stays pending until `published_at`. */
export const landingPage = defineResource({
  name: 'landing_page',
  match: 'url',
  locked: true,
  listCreated: true,
  stay: false,
  verbs: ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export', 'clone'],
  fields: {
    name: f.text({ default: 'landing-page', minLength: 1, list: true, sort: true, search: true }),
    url: { ...url, 'x-field': { ...url['x-field'], slugOf: 'name' } } as typeof url,
    status: f.pick(['draft', 'pending', 'published', 'disabled'], {
      default: 'draft',
      readOnly: true,
      list: true,
      filter: true,
      widget: 'status',
    }),
    published_at: f.instant({ sort: true, group: 'side', initial: 'now' }),
    meta_description: metaText,
    elements: f.json<Elements>({
      default: { root: {}, content: [], zones: {} },
      shape: Type.Object({}),
      localized: true,
      sheet: false,
      clean: cleanElements,
      references: replaceElementReferences,
      filePaths: elementFilePaths,
    }),
  },
  transfer: { status: true },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      publish: { from: ['draft', 'disabled'], to: 'pending', intent: 'success', effect: settleRow },
      disable: { from: ['pending', 'published'], to: 'disabled', intent: 'danger' },
      ...scheduledTransitions.transitions,
    },
  },
  hooks: {
    beforeValidate: ({ ctx, source, input }) => {
      if (source === 'clone') input.name = ctx.kernel.i18n.t(ctx.mainLanguage, 'content:copy_of', { name: String(input.name) })
    },
    afterSave: async ({ tx, ctx, id, mode, input }) => {
      if (mode === 'update' && input.published_at !== undefined) await settle(tx, ctx, id)
    },
  },
})

function settleRow({ tx, ctx, row }: TransitionContext): Promise<void> {
  return settle(tx, ctx, row.id)
}
