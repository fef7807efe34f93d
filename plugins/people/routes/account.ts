import { type Call, f, Failed, NOT_FOUND, route } from 'stoa'
import { addAddress, addressFields, addresses, changeAddress, removeAddress, requireServed } from '../services/addresses.ts'
import { changeProfile, profileFields, readProfile } from '../services/profile.ts'
import { keptOfMyself } from '../services/kept.ts'
import { ownTimeline } from '../services/timeline.ts'
import { Address, AddressBook, KeptOf, OwnTimeline, Profile } from '../wire.ts'
import { customerOf, mine, override } from './shared.ts'

type None = Record<never, never>

async function saveProfile({
  kernel,
  ctx,
  body,
  given,
  request,
}: Pick<Call<string, None, None, typeof profileFields>, 'kernel' | 'ctx' | 'body' | 'given' | 'request'>): Promise<Profile> {
  const id = customerOf(ctx)
  await changeProfile(ctx, id, { input: body, sent: given, session: request.sessionToken })
  return readProfile(kernel, id)
}

async function bookOf({ kernel, ctx }: Pick<Call<string, None, None, None>, 'kernel' | 'ctx'>): Promise<AddressBook> {
  const data = await addresses.list(kernel.db, customerOf(ctx))
  return { data, total: data.length }
}

async function saveAddress({
  kernel,
  ctx,
  params,
  body,
}: Pick<Call<'PUT /address/:id', None, None, typeof addressFields>, 'kernel' | 'ctx' | 'params' | 'body'>): Promise<Address> {
  requireServed(kernel, body)
  return kernel.work((tx) => changeAddress(tx, customerOf(ctx), params.id, body))
}

/** A customer's own profile and address book (specification C §7). Everything is looked up with the customer's id. */
export const accountRoutes = [
  route({
    ...mine,
    on: 'PUT /profile',
    id: 'customer.change',
    summary: 'Changes what was sent of one’s own account',
    body: profileFields,
    answer: Profile,
    run: saveProfile,
  }),
  route({
    ...mine,
    on: 'POST /profile',
    id: 'customer.change_posted',
    summary: 'The same for forms, which can only post',
    body: { ...profileFields, ...override },
    answer: Profile,
    run: saveProfile,
  }),
  route({
    ...mine,
    on: 'GET /profile/kept',
    id: 'customer.kept',
    summary: 'All that the shop keeps of whoever is signed in, as a file',
    answer: KeptOf,
    run: async ({ ctx, reply }) => {
      const kept = await keptOfMyself(ctx, customerOf(ctx))
      void reply.header('content-disposition', 'attachment; filename="my-data.json"')
      return kept
    },
  }),
  route({
    ...mine,
    on: 'GET /timeline',
    id: 'customer.timeline',
    summary: 'What happened between the shop and whoever is signed in, newest first',
    query: { after: f.text({ default: '', maxLength: 40 }) },
    answer: OwnTimeline,
    run: ({ ctx, query }) => ownTimeline(ctx, customerOf(ctx), query.after),
  }),
  route({
    ...mine,
    on: 'GET /address',
    id: 'address.list',
    summary: 'One’s own addresses, the default ones first',
    answer: AddressBook,
    run: bookOf,
  }),
  route({
    ...mine,
    on: 'GET /address/:id',
    id: 'address.get',
    summary: 'One of one’s own addresses',
    answer: Address,
    fails: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      const found = await addresses.one(kernel.db, params.id, customerOf(ctx))
      if (!found) throw new Failed(NOT_FOUND)
      return found
    },
  }),
  route({
    ...mine,
    on: 'POST /address',
    id: 'address.add',
    summary: 'Adds an address; one that is made the default takes that from the others',
    body: addressFields,
    answer: Address,
    status: 201,
    run: ({ kernel, ctx, body }) => {
      requireServed(kernel, body)
      return kernel.work((tx) => addAddress(tx, customerOf(ctx), body))
    },
  }),
  route({
    ...mine,
    on: 'PUT /address/:id',
    id: 'address.change',
    summary: 'Replaces one of one’s own addresses',
    body: addressFields,
    answer: Address,
    fails: [NOT_FOUND],
    run: saveAddress,
  }),
  route({
    ...mine,
    on: 'POST /address/:id',
    id: 'address.change_posted',
    summary: 'The same for forms, which can only post',
    body: { ...addressFields, ...override },
    answer: Address,
    fails: [NOT_FOUND],
    run: saveAddress,
  }),
  route({
    ...mine,
    on: 'DELETE /address/:id',
    id: 'address.remove',
    summary: 'Takes an address out and answers those that are left',
    answer: AddressBook,
    fails: [NOT_FOUND],
    run: async (call) => {
      await call.kernel.work((tx) => removeAddress(tx, customerOf(call.ctx), call.params.id))
      return bookOf(call)
    },
  }),
]
