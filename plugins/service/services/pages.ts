import { type Ctx, AppError, NOT_FOUND } from 'stoa'
import { getAllowed } from 'stoa/plugins/catalogue'
import { offeredDescription, type OfferedService, offeredServices, offeredStocks } from './services.ts'
import { FORMS } from 'stoa/plugins/forms'
import type { ServiceCard, ServicePage } from '../api-types.ts'

const card = ({ form_id: _, price, ...service }: OfferedService, prices: boolean): ServiceCard => ({
  ...service,
  price: prices ? price : null,
})

/** Services whose form is open. */
export async function serviceCards(ctx: Ctx): Promise<ServiceCard[]> {
  const { kernel } = ctx
  const services = await offeredServices(ctx, kernel.db)
  const open = new Set(
    (
      await kernel.get(FORMS).named(
        ctx,
        services.map(({ form_id }) => form_id),
      )
    ).map(({ id }) => id),
  )
  const prices = getAllowed(ctx).price
  return services.filter(({ form_id }) => open.has(form_id)).map((service) => card(service, prices))
}

/** A service with its form. @throws AppError NOT_FOUND, and the errors of the form */
export async function servicePage(ctx: Ctx, url: string): Promise<ServicePage> {
  const { kernel } = ctx
  const [service] = await offeredServices(ctx, kernel.db, url)
  if (!service) throw new AppError(NOT_FOUND)
  const [stocks, description, form] = await Promise.all([
    offeredStocks(ctx, kernel.db, service.id),
    offeredDescription(ctx, kernel.db, service.id),
    kernel.get(FORMS).view(ctx, service.form_id),
  ])
  const prices = getAllowed(ctx).price
  return {
    ...card(service, prices),
    description,
    stocks: stocks.map(({ price, ...stock }) => ({ ...stock, price: prices ? price : null })),
    form,
  }
}
