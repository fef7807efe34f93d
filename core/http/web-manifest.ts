import type { FastifyReply } from 'fastify'

/** Sends the manifest of a page of the admin that can be installed as an app. */
export const sendWebManifest = (reply: FastifyReply, page: string, name: string, shortName: string): FastifyReply =>
  reply.type('application/manifest+json').send({
    id: page,
    name,
    short_name: shortName,
    start_url: page,
    scope: '/admin/',
    display: 'standalone',
    icons: [{ src: '/admin/mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  })
