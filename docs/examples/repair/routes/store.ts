import { rateLimit, route, getNetwork, storeFile, systemCtx, t } from 'stoa'
import { repair } from '../resources/repair.ts'

const { name, email, broken } = repair.fields

export const storeRoutes = [
  route({
    on: 'POST /repair',
    id: 'repair.request',
    summary: 'Request a repair',
    access: 'public',
    body: { name, email, broken },
    fileFields: ['photo'],
    maxFiles: 1,
    response: t.object({ id: t.id() }),
    status: 201,
    admit: ({ kernel, request }) => rateLimit(kernel.db, `repair ${getNetwork(request.ip)}`, { max: 5, seconds: 3_600 }),
    run: async ({ kernel, ctx: { language }, body, request }) => {
      const ctx = systemCtx(kernel, 'repair', language)
      const sent = request.uploads?.get('photo')
      const photoFile = { type: 'file', trusted: false, isPrivate: true, field: 'photo', by: ctx.actor } as const
      const photo = sent ? (await storeFile(kernel, kernel.db, { ...sent, ...photoFile })).id : null
      const { id } = await kernel.resources.create(ctx, repair, { ...body, photo })
      return { id }
    },
  }),
]
