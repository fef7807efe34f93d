/**
 * Connection options that start a session with these server settings (`-c name=value`), whatever the server's configuration says.
 * Options in the URL are appended and win; pg itself would let them replace all others.
 * @param url connection URL of the database
 * @param settings values without blanks, by name
 */
export function withSessionSettings(
  url: string,
  settings: Readonly<Record<string, string>>,
): { connectionString: string; options: string } {
  const settingOptions = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const address = URL.canParse(url) ? new URL(url) : undefined
  const urlOptions = address?.searchParams.get('options')
  if (!address || !urlOptions) return { connectionString: url, options: settingOptions.join(' ') }
  address.searchParams.delete('options')
  return { connectionString: address.href, options: [...settingOptions, urlOptions].join(' ') }
}
