import { useT } from 'stoa/store'
import type { ProductView } from 'stoa/plugins/catalogue/store'

/** A field that an extension shows is a member of the view: here a field of this plugin. */
type Board = ProductView & { material: string | null }

/** Care advice below the details of a product made of wood. */
export default function BoardAdvice({ about }: { about: Board }) {
  const t = useT()
  return about.material === null ? null : <p className="board-advice">{t('lumber.advice', { material: about.material })}</p>
}
