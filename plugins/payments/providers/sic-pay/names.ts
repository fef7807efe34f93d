import type { GatewayAccount } from '../../services/adapter.ts'

/** Field names of the gateway from the method's configuration, one per line: `out_trade_no=orderId`. */
function parseFieldNames(account: GatewayAccount): [string, string][] {
  return (account.config.field_names ?? '')
    .split('\n')
    .map((line) => line.trim().split('='))
    .filter((p): p is [string, string] => p.length === 2 && Boolean(p[0]) && Boolean(p[1]))
}

/** Renames fields to the gateway's names. */
export function toGatewayNames(account: GatewayAccount, fields: Record<string, string>): Record<string, string> {
  const gatewayNames = new Map(parseFieldNames(account))
  return Object.fromEntries(Object.entries(fields).map(([k, v]) => [gatewayNames.get(k) ?? k, v]))
}

/** Renames the gateway's fields to the standard names. */
export function fromGatewayNames(account: GatewayAccount, fields: Record<string, string>): Record<string, string> {
  const standardNames = new Map(parseFieldNames(account).map(([a, b]) => [b, a]))
  return Object.fromEntries(Object.entries(fields).map(([k, v]) => [standardNames.get(k) ?? k, v]))
}
