import { useShop } from '../../../../ui-store/src/kit/index.ts'

/** Where a shop keeps its clock unless it says otherwise. */
const ZONE = 'Asia/Hong_Kong'

/** A moment in words. The server and the browser must write the same, whatever their own clocks are set to. */
export const When = ({ at }: { at: string }) => {
  const { language } = useShop()
  const text = new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE })
  return <time dateTime={at}>{text}</time>
}
