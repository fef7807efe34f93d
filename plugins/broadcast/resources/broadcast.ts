import { Type } from '@sinclair/typebox'
import { type Ctx, defineResource, type DraftInput, f, validationError, type SavedRecord, sql, message, type ValidatedInput } from 'stoa'
import { type AudienceDefinition, parseAudience } from '../domain/audience.ts'
import { findUnknownFields } from '../domain/merge.ts'
import { assertValidAudience } from '../services/audience.ts'
import { replaceAudienceReferences } from '../services/audience-references.ts'
import {
  cancelPendingRecipients,
  afterFinished,
  enqueueStart,
  assertComplete,
  afterStuck,
  resumeBroadcast,
} from '../services/transitions.ts'
import { progressSql } from '../services/visible-recipients.ts'

const readOnly = { readOnly: true } as const
const email = { showIf: { field: 'channel', in: ['email'] } }
const sendingGroup = { group: 'sending' } as const
const send = 'send broadcast'

const fields = {
  title: f.text({ list: 1, sort: true, search: true, maxLength: 120, group: 'basics' }),
  channel: f.pick(['email', 'sms'], { default: 'email', list: 2, filter: true, group: 'basics' }),
  subject: f.text({ localized: true, default: '', search: true, maxLength: 200, ...email }),
  body: f.rich({ localized: true, default: '', small: true, ...email }),
  message: f.area({ localized: true, default: '', maxLength: 1_600, showIf: { field: 'channel', in: ['sms'] } }),
  topic_id: f.one('topic', { filter: true, group: 'audience' }),
  audience: f.json<AudienceDefinition>({
    default: { include: [], exclude: [] },
    shape: Type.Object({}),
    clean: cleanAudience,
    references: replaceAudienceReferences,
    sheet: false,
    group: 'audience',
  }),
  sender_name: f.text({ default: '', maxLength: 120, ...sendingGroup, ...email }),
  reply_to: f.maybe(f.email({ ...sendingGroup, ...email })),
  send_at: f.maybe(f.instant({ list: 4, sort: true, filter: true, ...sendingGroup })),
  rate_per_min: f.maybe(f.int({ min: 1, max: 100_000, ...sendingGroup })),
  mind_quiet: f.flag({ default: true, ...sendingGroup }),
  tracking: f.flag({ default: true, ...sendingGroup, ...email }),
  status: f.pick(['draft', 'pending', 'process', 'disabled', 'sent', 'canceled', 'abnormal'], {
    ...readOnly,
    default: 'draft',
    list: 3,
    filter: true,
    widget: 'status',
    form: false,
  }),
  started_at: f.maybe(f.instant({ ...readOnly, form: false })),
  finished_at: f.maybe(f.instant({ ...readOnly, form: false })),
  to_send: f.int({ ...readOnly, default: 0, form: false }),
  left_out: f.json<Record<string, number>>({ ...readOnly, default: {}, sheet: false, form: false }),
  last_error: f.text({ ...readOnly, default: '', form: false, sheet: false }),
  created_by: f.maybe(f.one('account', { ...readOnly, filter: true, form: false })),
  resend_of: f.maybe(f.one('broadcast', { ...readOnly, form: false, sheet: false })),
  resend_which: f.maybe(f.pick(['failed', 'unknown'], { ...readOnly, form: false, sheet: false })),
}

/** A bulk message by e-mail or SMS. */
export const broadcast = defineResource({
  name: 'broadcast',
  label: 'title',
  sortBy: '-id',
  locked: true,
  listStamps: false,
  verbs: ['get', 'create', 'update', 'destroy', 'clone', 'batch destroy'],
  tabs: { content: ['basics', 'main'], audience: ['audience'], sending: ['sending'] },
  fields,
  columns: {
    progress: { field: f.text({ list: 5 }), read: (ctx) => progressSql(ctx, 'sent') },
    opened: { field: f.text({ list: 6 }), read: (ctx) => progressSql(ctx, 'opened') },
  },
  // Only drafts are exported. A broadcast that was sent or is scheduled belongs to the shop that sends it.
  transfer: { where: sql`t.status = 'draft'` },
  // Status words of the specification: `process` is being sent, `disabled` is paused, `abnormal` was stopped by an error.
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      send: { from: ['draft'], to: 'pending', manual: false, needs: send, guard: assertComplete, effect: enqueueStart },
      start: { from: ['pending'], to: 'process', manual: false, needs: send },
      pause: { from: ['process'], to: 'disabled', needs: send, intent: 'warning' },
      resume: { from: ['disabled', 'abnormal'], to: 'process', needs: send, intent: 'primary', effect: resumeBroadcast },
      finish: { from: ['process'], to: 'sent', manual: false, needs: send, effect: afterFinished },
      fail: { from: ['process'], to: 'abnormal', manual: false, needs: send, effect: afterStuck },
      cancel: {
        from: ['draft', 'pending', 'process', 'disabled', 'abnormal'],
        to: 'canceled',
        needs: send,
        intent: 'danger',
        confirm: true,
        effect: cancelPendingRecipients,
      },
    },
  },
  hooks: {
    beforeValidate: setCreator,
    validate: validateBroadcast,
    afterSave: saveAudienceAuthor,
    // A broadcast that was sent cannot be deleted, because its recipient list is the record of who got it.
    canDelete: ({ row }) =>
      ['draft', 'canceled'].includes(row.status) && row.started_at === null ? true : message('broadcast:error.was_sent'),
  },
  copy: (row, copied) => ({ ...copied, title: row.title, send_at: null }),
})

function cleanAudience(value: unknown): AudienceDefinition {
  const parsed = parseAudience(value)
  if (!parsed) throw validationError({ audience: message('core:rule.check_input') })
  return parsed
}

const getAccountId = ({ actor }: Ctx): number | null => (actor.kind === 'admin' ? actor.id : null)

function setCreator({ ctx, input, mode }: DraftInput<typeof fields>): void {
  if (mode === 'create') input.created_by = getAccountId(ctx)
}

/** Records who set the audience, because the audience is evaluated with the permissions of that account. */
async function saveAudienceAuthor({ ctx, tx, id, mode, input }: SavedRecord<typeof fields>): Promise<void> {
  if (mode === 'create' || input.audience !== undefined)
    await tx.run(sql`update broadcast set audience_by = ${getAccountId(ctx)} where id = ${id}`)
}

/** Allows changes of drafts and scheduled broadcasts only. Validates the merge fields and the audience. */
async function validateBroadcast({ ctx, tx, old, input }: ValidatedInput<typeof fields>): Promise<void> {
  if (old && !['draft', 'pending'].includes(old.status)) throw validationError({ title: message('broadcast:error.under_way') })
  for (const name of ['subject', 'body', 'message'] as const) {
    const unknownFields = Object.values(input[name] ?? {}).flatMap((text) => findUnknownFields(String(text)))
    if (unknownFields[0] !== undefined) throw validationError({ [name]: message('broadcast:error.field', { field: unknownFields[0] }) })
  }
  if (input.audience) await assertValidAudience(ctx, tx, input.audience as AudienceDefinition, input.channel ?? old?.channel ?? 'email')
}
