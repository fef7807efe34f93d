import { useT } from 'stoa/store'
import type { ProductView } from 'stoa/plugins/catalogue/store'

/** What extensions show is in the view under its name: here a field of this plugin. */
type Board = ProductView & { material: string | null }

/** Advice below the facts of a product that is made of wood. */
export default function BoardAdvice({ about }: { about: Board }) {
  const t = useT()
  return about.material === null ? null : <p className="board-advice">{t('lumber.advice', { material: about.material })}</p>
}
