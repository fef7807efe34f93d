import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ctxOf, Failed, type Kernel, NOT_FOUND, rowId } from '#core'
import { addAddress, addressInput, addresses, changeAddress, removeAddress } from '../services/addresses.ts'
import { changeProfile, readProfile } from '../services/profile.ts'
import { type Body, customerOf, mine, requireOverride } from './shared.ts'

/** A customer's own profile and address book (specification C §7). Everything is looked up with the customer's id. */
export function accountRoutes(app: FastifyInstance, kernel: Kernel): void {
  const profile = async (request: FastifyRequest) => {
    const id = customerOf(request)
    await changeProfile(ctxOf(kernel, request), id, request.body as Body, request.typed, request.sessionToken)
    return readProfile(kernel, id)
  }
  app.put('/profile', mine, profile)
  app.post('/profile', mine, (request) => {
    requireOverride(request)
    return profile(request)
  })

  const list = async (customer: number) => {
    const data = await addresses.list(kernel.db, customer)
    return { data, total: data.length }
  }
  app.get('/address', mine, (request) => list(customerOf(request)))

  app.get<{ Params: { id: string } }>('/address/:id', mine, async (request) => {
    const found = await addresses.one(kernel.db, rowId(request.params.id), customerOf(request))
    if (!found) throw new Failed(NOT_FOUND)
    return found
  })

  app.post('/address', mine, async (request, reply) => {
    const customer = customerOf(request)
    const input = await addressInput(kernel, request.body as Body, request.typed)
    return reply.code(201).send(await kernel.work((tx) => addAddress(tx, customer, input)))
  })

  const change = async (request: FastifyRequest) => {
    const customer = customerOf(request)
    const id = rowId((request.params as { id: string }).id)
    const input = await addressInput(kernel, request.body as Body, request.typed)
    return kernel.work((tx) => changeAddress(tx, customer, id, input))
  }
  app.put('/address/:id', mine, change)
  app.post('/address/:id', mine, (request) => {
    requireOverride(request)
    return change(request)
  })

  app.delete<{ Params: { id: string } }>('/address/:id', mine, async (request) => {
    const customer = customerOf(request)
    await kernel.work((tx) => removeAddress(tx, customer, rowId(request.params.id)))
    return list(customer)
  })
}
