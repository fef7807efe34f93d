import { contribute, type Contribution } from 'stoa'
import { CARDS, createRecordsCard } from 'stoa/plugins/desk'
import { createReportCard } from 'stoa/plugins/reports'
import { order } from '../resources/order.ts'
import { productReport, salesReport } from './reports.ts'

/** Statuses of orders that wait for staff. */
export const waitingOrders = { status: 'abnormal,payment_review,paid' }

/** Dashboard cards: sales from the ledger of sales, and orders that wait. */
export const salesCards: readonly Contribution[] = [
  contribute(
    CARDS,
    'sales_today',
    createReportCard('sales', salesReport, { title: 'sales:card.today', size: 'small', period: 'today', figures: ['orders', 'net'] }),
    { order: 30 },
  ),
  contribute(
    CARDS,
    'sales',
    createReportCard('sales', salesReport, {
      title: 'sales:card.sales',
      size: 'wide',
      sizes: ['medium', 'wide', 'full'],
      figures: ['orders', 'net', 'refund', 'average'],
      course: 'net',
    }),
    { order: 10 },
  ),
  contribute(
    CARDS,
    'orders',
    createRecordsCard(order, { title: 'sales:card.orders', empty: 'sales:card.no_orders', filter: waitingOrders, size: 'wide' }),
    { order: 60 },
  ),
  contribute(
    CARDS,
    'top_products',
    createReportCard('products', productReport, {
      title: 'sales:card.top_products',
      empty: 'sales:card.no_sales',
      size: 'small',
      top: { by: 'product', measure: 'net', count: 5, link: 'product/edit/' },
    }),
    { order: 90 },
  ),
  contribute(
    CARDS,
    'refunds',
    createReportCard('sales', salesReport, {
      title: 'sales:card.refunds',
      size: 'small',
      figures: ['refund'],
      course: 'refund',
      isExtra: true,
    }),
    { order: 110 },
  ),
]
