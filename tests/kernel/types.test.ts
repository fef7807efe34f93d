import { expect, expectTypeOf, test } from 'vitest'
import {
  checkInput,
  defineResource,
  type DraftInput,
  extendResource,
  f,
  type Kernel,
  type Localized,
  route,
  t,
  type Tx,
  type ValidatedInput,
} from '../../core/index.ts'

/** Types are inferred from the declaration. The type checker reads this file: each `@ts-expect-error` must be an error. */
const line = defineResource({
  name: 'tt_line',
  verbs: [],
  label: 'text',
  fields: { doc_id: f.one('tt_doc'), text: f.text(), amount: f.money() },
})
const fields = {
  title: f.text({ localized: true }),
  hours: f.maybe(f.int()),
  open: f.flag({ default: false }),
  size: f.pick(['small', 'large']),
  lines: f.rows(line, { by: 'doc_id' }),
}
const doc = defineResource({
  name: 'tt_doc',
  fields,
  store: {
    path: '/tt',
    by: 'title',
    // @ts-expect-error -- there is no such field
    show: ['titel'],
  },
  states: {
    field: 'size',
    initial: 'small',
    transitions: {
      grow: {
        from: ['small'],
        to: 'large',
        input: { by: f.int() },
        effect: ({ input, row }) => {
          expectTypeOf(input.by).toEqualTypeOf<number>()
          expectTypeOf(row.lines[0]?.amount).toEqualTypeOf<string | undefined>()
          // @ts-expect-error -- the dialog does not ask this
          void input.of
        },
      },
    },
  },
  actions: { print: { run: () => undefined } },
  hooks: {
    beforeValidate: ({ input }) => {
      expectTypeOf(input.open).toEqualTypeOf<boolean | null | undefined>()
      expectTypeOf(input.title).toEqualTypeOf<Localized | null | undefined>()
      // @ts-expect-error -- a misspelt field
      void input.tilte
      // @ts-expect-error -- a flag is no text
      input.open = '1'
    },
    validate: ({ input, old }) => {
      expectTypeOf(input.hours).toEqualTypeOf<number | null | undefined>()
      expectTypeOf(old?.size).toEqualTypeOf<'small' | 'large' | undefined>()
      // @ts-expect-error -- a misspelt field of a child row
      void input.lines?.[0]?.ammount
    },
  },
})

test('hooks, transitions, calls and responses have the types of the declaration', async () => {
  expectTypeOf<ValidatedInput<typeof fields>['input']['lines']>().not.toBeAny()
  expectTypeOf<DraftInput<typeof fields>['old']>().not.toBeAny()
  const calls = async ({ resources }: Kernel, ctx: Parameters<Kernel['resources']['get']>[0]) => {
    const row = await resources.get(ctx, doc, 1)
    expectTypeOf(row.title).toEqualTypeOf<string>()
    // @ts-expect-error -- a misspelt field
    void row.tilte
    // @ts-expect-error -- a number is no pick
    await resources.create(ctx, doc, { size: 3 })
    await resources.update(ctx, doc, 1, { size: 'large', title: { 'en-US': 'Open' } })
    // @ts-expect-error -- no field of that name
    await resources.findBy(ctx, doc, 'colour', 1)
    const tx = {} as Tx
    await resources.transition(ctx, doc, 1, 'grow', { by: 2 })
    await resources.transitionIn(tx, ctx, doc, 1, 'print')
    await resources.transitionLockedIn(tx, ctx, doc, { id: 1, status: 'small' }, { action: 'grow', input: { by: 2 } }, async () => true)
    // @ts-expect-error -- a misspelt move
    await resources.transition(ctx, doc, 1, 'gorw')
    // @ts-expect-error -- a misspelt move
    await resources.transitionIn(tx, ctx, doc, 1, 'gorw')
    // @ts-expect-error -- a misspelt move
    await resources.transitionLockedIn(tx, ctx, doc, { id: 1, status: 'small' }, { action: 'gorw', input: {} }, async () => true)
    // @ts-expect-error -- lines have no moves
    await resources.transition(ctx, line, 1, 'grow')
    const table = { name: 'tt_doc', transitions: { grow: { from: ['small'], to: 'large' } } } as const
    await resources.transitionIn(tx, ctx, table, 1, 'grow')
    // @ts-expect-error -- a misspelt move
    await resources.transitionIn(tx, ctx, table, 1, 'gorw')
    // With a resource name instead of a declaration, the transition name is only checked at run time.
    await resources.transition(ctx, 'tt_doc', 1, 'gorw')
  }
  expectTypeOf(calls).toBeFunction()
  extendResource(doc, {
    fields: { stars: f.int({ default: 0 }) },
    hooks: {
      validate: ({ input }) => {
        expectTypeOf(input.stars).toEqualTypeOf<number | undefined>()
        expectTypeOf(input.open).toEqualTypeOf<boolean | undefined>()
      },
    },
  })
  const parsed = await checkInput({ amount: f.money(), note: f.maybe(f.area()) }, { amount: 5 })
  expectTypeOf(parsed).toEqualTypeOf<{ amount: string; note: string | null }>()
  expect(parsed).toEqual({ amount: '5', note: null })
})

test('a handler must return what its route declares', () => {
  const definition = { on: 'GET /a/:id', id: 'a.a', summary: 'A', open: 'anyone', response: t.object({ good: t.is('ok') }) } as const
  route({ ...definition, run: async () => ({ good: 'ok' }) })
  // @ts-expect-error -- another word
  route({ ...definition, run: () => ({ good: 'no' }) })
  // @ts-expect-error -- the path has no such part
  route({ ...definition, run: ({ params }) => ({ good: params.name }) })
  route({ ...definition, response: t.list(t.object({ n: t.maybe(t.int()) })), run: ({ params: { id } }) => [{ n: id }] })
  // @ts-expect-error -- may be nothing, and the route says it never is
  route({ ...definition, response: t.object({ n: t.int() }), run: ({ params: { id } }) => ({ n: id > 1 ? id : null }) })
})
