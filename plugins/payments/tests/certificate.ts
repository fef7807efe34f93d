import { createSign, type KeyObject } from 'node:crypto'

const node = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const long = body.length > 127
  return Buffer.concat([Buffer.from(long ? [tag, 0x82, body.length >> 8, body.length & 255] : [tag, body.length]), body])
}
const sequence = (...parts: readonly Buffer[]) => node(0x30, ...parts)
const oid = (...bytes: readonly number[]) => node(0x06, Buffer.from(bytes))
const time = (at: Date) => node(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))

/** Creates a self-signed certificate. Node can read certificates but not create them. */
export function createCertificate({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }): string {
  const rsaSha256 = sequence(oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), node(0x05))
  const name = sequence(node(0x31, sequence(oid(0x55, 0x04, 0x03), node(0x0c, Buffer.from('api.paypal.test')))))
  const day = 86_400_000
  const signed = sequence(
    node(0x02, Buffer.from([1])),
    rsaSha256,
    name,
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('RSA-SHA256').update(signed).sign(privateKey)
  const der = sequence(signed, rsaSha256, node(0x03, Buffer.from([0]), signature))
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}
