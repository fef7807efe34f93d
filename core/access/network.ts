import ipaddr from 'ipaddr.js'

/**
 * Where a visitor comes from, for limits: the address, and in IPv6 the network a household or a machine is given, since
 * whoever has that has all its addresses.
 */
export function getNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString()
  return `${new ipaddr.IPv6([...ip.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
