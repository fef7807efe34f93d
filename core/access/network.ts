import ipaddr from 'ipaddr.js'

/**
 * The network of a client, for rate limits: the IPv4 address, or the IPv6 prefix assigned to one site, because its holder has all
 * addresses in it.
 */
export function getNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString()
  return `${new ipaddr.IPv6([...ip.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
