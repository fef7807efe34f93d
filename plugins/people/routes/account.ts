import { type Call, f, AppError, NOT_FOUND, redirectRoute, route } from 'stoa'
import { addAddress, addressFields, addresses, changeAddress, removeAddress, assertServedCountry } from '../services/addresses.ts'
import { changeProfile, profileFields, readProfile } from '../services/profile.ts'
import { exportOwnData } from '../services/export-personal-data.ts'
import { ownTimeline } from '../services/timeline.ts'
import { Address, AddressBook, PersonalDataExport, OwnTimeline, Profile } from '../api-types.ts'
import { getCustomerId, customerRoute, methodOverride } from './shared.ts'

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

async function readAddressBook({ kernel, ctx }: Pick<Call<string, None, None, None>, 'kernel' | 'ctx'>): Promise<AddressBook> {
  const data = await addresses.list(kernel.db, getCustomerId(ctx))
  return { data, total: data.length }
}

async function saveAddress({
  kernel,
  ctx,
  params,
  body,
}: Pick<Call<'PUT /address/:id', None, None, typeof addressFields>, 'kernel' | 'ctx' | 'params' | 'body'>): Promise<Address> {
  assertServedCountry(kernel, body)
  return kernel.transaction((tx) => changeAddress(tx, getCustomerId(ctx), params.id, body))
}

const personalDataRoute = route({
  ...customerRoute,
  on: 'GET /profile/personal-data',
  id: 'customer.export_personal_data',
  summary: 'Personal data of the signed-in customer, as a file',
  response: PersonalDataExport,
  run: async ({ ctx, reply }) => {
    const exportedData = await exportOwnData(ctx, getCustomerId(ctx))
    void reply.header('content-disposition', 'attachment; filename="my-data.json"')
    return exportedData
  },
})

/** A customer's own profile and address book (specification C §7). Every query includes the customer's id. */
export const accountRoutes = [
  route({
    ...customerRoute,
    on: 'PUT /profile',
    id: 'customer.change',
    summary: 'Changes the sent fields of the customer’s own account',
    body: profileFields,
    response: Profile,
    run: saveProfile,
  }),
  route({
    ...customerRoute,
    on: 'POST /profile',
    id: 'customer.change_posted',
    summary: 'The same for HTML forms',
    body: { ...profileFields, ...methodOverride },
    response: Profile,
    run: saveProfile,
  }),
  personalDataRoute,
  redirectRoute({ on: 'GET /profile/kept', to: personalDataRoute }),
  route({
    ...customerRoute,
    on: 'GET /timeline',
    id: 'customer.timeline',
    summary: 'Timeline of the signed-in customer, newest first',
    query: { after: f.text({ default: '', maxLength: 40 }) },
    response: OwnTimeline,
    run: ({ ctx, query }) => ownTimeline(ctx, getCustomerId(ctx), query.after),
  }),
  route({
    ...customerRoute,
    on: 'GET /address',
    id: 'address.list',
    summary: 'Own addresses, default ones first',
    response: AddressBook,
    run: readAddressBook,
  }),
  route({
    ...customerRoute,
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
    ...customerRoute,
    on: 'POST /address',
    id: 'address.add',
    summary: 'Adds an address; a new default address replaces the old one',
    body: addressFields,
    response: Address,
    status: 201,
    run: ({ kernel, ctx, body }) => {
      assertServedCountry(kernel, body)
      return kernel.transaction((tx) => addAddress(tx, getCustomerId(ctx), body))
    },
  }),
  route({
    ...customerRoute,
    on: 'PUT /address/:id',
    id: 'address.change',
    summary: 'Replace one of the own addresses',
    body: addressFields,
    response: Address,
    errors: [NOT_FOUND],
    run: saveAddress,
  }),
  route({
    ...customerRoute,
    on: 'POST /address/:id',
    id: 'address.change_posted',
    summary: 'The same for HTML forms',
    body: { ...addressFields, ...methodOverride },
    response: Address,
    errors: [NOT_FOUND],
    run: saveAddress,
  }),
  route({
    ...customerRoute,
    on: 'DELETE /address/:id',
    id: 'address.remove',
    summary: 'Deletes an address and returns the remaining ones',
    response: AddressBook,
    errors: [NOT_FOUND],
    run: async (call) => {
      await call.kernel.transaction((tx) => removeAddress(tx, getCustomerId(call.ctx), call.params.id))
      return readAddressBook(call)
    },
  }),
]
