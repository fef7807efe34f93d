import { type Call, f, AppError, NOT_FOUND, route } from 'stoa'
import { addAddress, addressFields, addresses, changeAddress, removeAddress, requireServed } from '../services/addresses.ts'
import { changeProfile, profileFields, readProfile } from '../services/profile.ts'
import { exportOwnData } from '../services/export-personal-data.ts'
import { ownTimeline } from '../services/timeline.ts'
import { Address, AddressBook, PersonalDataExport, OwnTimeline, Profile } from '../api-types.ts'
import { getCustomerId, mine, override } from './shared.ts'

type None = Record<never, never>

async function saveProfile({
  kernel,
  ctx,
  body,
  rawBody,
  request,
}: Pick<Call<string, None, None, typeof profileFields>, 'kernel' | 'ctx' | 'body' | 'rawBody' | 'request'>): Promise<Profile> {
  const id = getCustomerId(ctx)
  await changeProfile(ctx, id, { input: body, sent: rawBody, session: request.sessionToken })
  return readProfile(kernel, id)
}

async function findBook({ kernel, ctx }: Pick<Call<string, None, None, None>, 'kernel' | 'ctx'>): Promise<AddressBook> {
  const data = await addresses.list(kernel.db, getCustomerId(ctx))
  return { data, total: data.length }
}

async function saveAddress({
  kernel,
  ctx,
  params,
  body,
}: Pick<Call<'PUT /address/:id', None, None, typeof addressFields>, 'kernel' | 'ctx' | 'params' | 'body'>): Promise<Address> {
  requireServed(kernel, body)
  return kernel.transaction((tx) => changeAddress(tx, getCustomerId(ctx), params.id, body))
}

/** A customer's own profile and address book (specification C §7). Every query includes the customer's id. */
export const accountRoutes = [
  route({
    ...mine,
    on: 'PUT /profile',
    id: 'customer.change',
    summary: 'Update the own account; omitted fields stay',
    body: profileFields,
    response: Profile,
    run: saveProfile,
  }),
  route({
    ...mine,
    on: 'POST /profile',
    id: 'customer.change_posted',
    summary: 'The same with POST, for HTML forms',
    body: { ...profileFields, ...override },
    response: Profile,
    run: saveProfile,
  }),
  route({
    ...mine,
    on: 'GET /profile/kept',
    id: 'customer.kept',
    summary: 'Personal data of the signed-in customer, as a file',
    response: PersonalDataExport,
    run: async ({ ctx, reply }) => {
      const exportedData = await exportOwnData(ctx, getCustomerId(ctx))
      void reply.header('content-disposition', 'attachment; filename="my-data.json"')
      return exportedData
    },
  }),
  route({
    ...mine,
    on: 'GET /timeline',
    id: 'customer.timeline',
    summary: 'Timeline of the signed-in customer, newest first',
    query: { after: f.text({ default: '', maxLength: 40 }) },
    response: OwnTimeline,
    run: ({ ctx, query }) => ownTimeline(ctx, getCustomerId(ctx), query.after),
  }),
  route({
    ...mine,
    on: 'GET /address',
    id: 'address.list',
    summary: 'Own addresses, default ones first',
    response: AddressBook,
    run: findBook,
  }),
  route({
    ...mine,
    on: 'GET /address/:id',
    id: 'address.get',
    summary: 'One of the own addresses',
    response: Address,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      const found = await addresses.findById(kernel.db, params.id, getCustomerId(ctx))
      if (!found) throw new AppError(NOT_FOUND)
      return found
    },
  }),
  route({
    ...mine,
    on: 'POST /address',
    id: 'address.add',
    summary: 'Add an address; a default address replaces the previous default',
    body: addressFields,
    response: Address,
    status: 201,
    run: ({ kernel, ctx, body }) => {
      requireServed(kernel, body)
      return kernel.transaction((tx) => addAddress(tx, getCustomerId(ctx), body))
    },
  }),
  route({
    ...mine,
    on: 'PUT /address/:id',
    id: 'address.change',
    summary: 'Replace one of the own addresses',
    body: addressFields,
    response: Address,
    errors: [NOT_FOUND],
    run: saveAddress,
  }),
  route({
    ...mine,
    on: 'POST /address/:id',
    id: 'address.change_posted',
    summary: 'The same with POST, for HTML forms',
    body: { ...addressFields, ...override },
    response: Address,
    errors: [NOT_FOUND],
    run: saveAddress,
  }),
  route({
    ...mine,
    on: 'DELETE /address/:id',
    id: 'address.remove',
    summary: 'Delete an address and return the remaining ones',
    response: AddressBook,
    errors: [NOT_FOUND],
    run: async (call) => {
      await call.kernel.transaction((tx) => removeAddress(tx, getCustomerId(call.ctx), call.params.id))
      return findBook(call)
    },
  }),
]
