import { useShop } from '#store'

/** Where a shop keeps its clock unless it says otherwise. */
const ZONE = 'Asia/Hong_Kong'

/** Days in words. The server and the browser must write the same, whatever their own clocks are set to. */
export function useDay(): (at: string) => string {
  const { language } = useShop()
  return (at) => new Date(at).toLocaleDateString(language, { dateStyle: 'medium', timeZone: ZONE })
}
