import { defineResource, f, sql, message } from 'stoa'
import { stageKinds } from '../domain/sources.ts'
import { emptyStage, updateRot, usualStages } from '../services/stages.ts'

/** A stage of a funnel. */
export const stage = defineResource({
  name: 'stage',
  table: 'crm_stage',
  verbs: ['get'],
  label: 'title',
  fields: {
    funnel_id: f.one('funnel', { readOnly: true, sheet: false, list: true, filter: true }),
    title: f.text({ localized: true, list: true, maxLength: 60 }),
    kind: f.pick(stageKinds, { default: 'open', list: true }),
    probability: f.maybe(f.int({ min: 0, max: 100 })),
    rot_days: f.maybe(f.int({ min: 1, max: 3_650 })),
    order: f.int({ default: 0, readOnly: true, form: false }),
  },
  hooks: {
    // A stage with leads cannot be deleted.
    canDelete: async ({ tx, row }) => {
      const counted = await tx.one<{ n: number }>(sql`select count(*) as n from crm_lead where stage_id = ${row.id}`)
      return counted && counted.n > 0 ? message('crm:error.stage_in_use', { count: counted.n }) : true
    },
  },
})

/** A funnel: the stages of a lead from the first contact to won or lost. */
export const funnel = defineResource({
  name: 'funnel',
  table: 'crm_funnel',
  label: 'title',
  match: 'url',
  locked: true,
  fields: {
    title: f.text({ localized: true, list: 1, sort: true, search: true, maxLength: 120 }),
    url: f.slug({ unique: true, slugOf: 'title', list: 2, search: true }),
    content: f.rich({ localized: true, default: '', sheet: false }),
    form_id: f.maybe(f.one('form', { ifInstalled: true, group: 'public' })),
    landing_page_id: f.maybe(f.one('landing_page', { ifInstalled: true, group: 'public' })),
    stages: f.rows(stage, { by: 'funnel_id' }),
    status: f.pick(['draft', 'published', 'disabled'], { default: 'draft', readOnly: true, list: 3, filter: true, group: 'side' }),
    default_owner_id: f.maybe(f.one('account', { group: 'side' })),
    created_by: f.maybe(f.one('account', { readOnly: true, list: 6, group: 'side', sheet: false })),
  },
  columns: {
    stage_count: { field: f.int({ list: 4 }), read: () => sql`(select count(*)::int from crm_stage s where s.funnel_id = t.id)` },
    open_leads: {
      field: f.int({ list: 5 }),
      read: () => sql`(select count(*)::int from crm_lead l where l.funnel_id = t.id and l.status in ('to_do', 'process'))`,
    },
  },
  transfer: { status: true },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      publish: { from: ['draft', 'disabled'], to: 'published', intent: 'success' },
      disable: { from: ['published'], to: 'disabled', intent: 'warning', confirm: true },
    },
  },
  actions: {
    empty: {
      needs: 'update funnel',
      input: { stage_id: f.one('stage'), target_id: f.one('stage') },
      run: ({ tx, ctx, row, input }) => emptyStage(tx, ctx, row.id, { from: input.stage_id, to: input.target_id }),
    },
  },
  hooks: {
    beforeValidate: ({ ctx, input, mode }) => {
      if (mode !== 'create') return
      if (ctx.actor.kind === 'admin') input.created_by = ctx.actor.id
      if (!input.stages?.length) input.stages = usualStages(ctx)
    },
    afterSave: async ({ tx, id, old, input }) => {
      if (old && input.stages) await updateRot(tx, id)
    },
    canDelete: async ({ tx, ctx: { actor }, row }) => {
      const counted = await tx.one<{ n: number }>(sql`select count(*) as n from crm_lead where funnel_id = ${row.id}`)
      if (counted && counted.n > 0) return message('crm:error.funnel_in_use', { count: counted.n })
      // A funnel whose creator was deleted may be deleted by any account with the permission.
      return actor.kind !== 'admin' || row.created_by === null || actor.id === row.created_by || message('crm:error.only_creator')
    },
  },
})
