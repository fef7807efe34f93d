/**
 * How to connect so that a session starts with these settings of the server (`-c name=value`), whatever its configuration says. Options that
 * stand in the address come behind them, and win: pg would let them replace all others.
 * @param url address of the database
 * @param settings values without blanks, by name
 */
export function withSessionSettings(
  url: string,
  settings: Readonly<Record<string, string>>,
): { connectionString: string; options: string } {
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const address = URL.canParse(url) ? new URL(url) : undefined
  const asked = address?.searchParams.get('options')
  if (!address || !asked) return { connectionString: url, options: own.join(' ') }
  address.searchParams.delete('options')
  return { connectionString: address.href, options: [...own, asked].join(' ') }
}
