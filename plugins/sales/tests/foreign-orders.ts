/** Order exports of other shop systems, with columns that are read and some that are ignored. */

const header =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Billing Name,Billing Street,Billing Address1,Billing City,Billing Zip,Billing Country,Billing Phone,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Notes,Cancelled at,Payment Method,Refunded Amount,Vendor,Outstanding Balance,Id,Tags,Source,Lineitem discount,Phone'

const blank = Object.fromEntries(header.split(',').map((name) => [name, '']))
const row = (cells: Record<string, string>): string => Object.values({ ...blank, ...cells }).join(',')

export const shopifyOrders = `${[
  header,
  row({
    Name: '#1001',
    Email: 'ada@example.org',
    'Financial Status': 'paid',
    'Accepts Marketing': 'yes',
    Currency: 'HKD',
    Subtotal: '190.00',
    Shipping: '30.00',
    Taxes: '0.00',
    Total: '220.00',
    'Discount Code': 'TEA20',
    'Discount Amount': '20.00',
    'Shipping Method': 'Courier',
    'Created at': '2024-03-05 14:22:10 +0800',
    'Lineitem quantity': '2',
    'Lineitem name': 'Oolong',
    'Lineitem price': '80.00',
    'Lineitem sku': 'OOLONG-100',
    'Billing Name': 'Ada Lee',
    'Billing Phone': "'+852 2540 0000",
    'Shipping Name': 'Ada Lee',
    'Shipping Address1': '18 Wing Lok Street',
    'Shipping City': 'Hong Kong',
    'Shipping Country': 'HK',
    'Payment Method': 'Shopify Payments',
    'Refunded Amount': '0.00',
    'Outstanding Balance': '0.00',
    'Lineitem discount': '0.00',
  }),
  row({
    Name: '#1001',
    Email: 'ada@example.org',
    'Created at': '2024-03-05 14:22:10 +0800',
    'Lineitem quantity': '1',
    'Lineitem name': 'Teapot - Blue',
    'Lineitem price': '50.00',
    'Lineitem sku': 'GONE-1',
    'Lineitem discount': '0.00',
  }),
  row({
    Name: '#1002',
    Email: 'ada@example.org',
    'Financial Status': 'refunded',
    Currency: 'HKD',
    Subtotal: '50.00',
    Shipping: '0.00',
    Taxes: '0.00',
    Total: '55.00',
    'Discount Amount': '0.00',
    'Created at': '2024-03-06 09:00:00 +0800',
    'Lineitem quantity': '1',
    'Lineitem name': 'Teapot - Blue',
    'Lineitem price': '50.00',
    'Refunded Amount': '55.00',
  }),
  row({
    Name: '#1003',
    'Financial Status': 'pending',
    Currency: 'HKD',
    Subtotal: '10.00',
    Shipping: '0.00',
    Taxes: '0.80',
    Total: '10.80',
    'Created at': '2024-03-07 09:00:00 +0800',
    'Lineitem quantity': '1',
    'Lineitem name': 'Cup',
    'Lineitem price': '10.00',
  }),
].join('\n')}\n`

/** Generates past orders of two lines each from a thousand customers, some for products that still exist. */
export function pastShopifyOrders(orders: number): string {
  const lines = [header]
  for (let n = 0; n < orders; n++) {
    const at = new Date(Date.UTC(2022, 0, 1 + (n % 700), n % 24)).toISOString().replace('T', ' ').replace('.000Z', ' +0000')
    const orderFields = { Name: `#${20_000 + n}`, Email: `buyer${n % 1_000}@example.org`, 'Created at': at }
    lines.push(
      row({
        ...orderFields,
        'Financial Status': n % 20 === 0 ? 'refunded' : 'paid',
        Currency: 'HKD',
        Subtotal: '130.00',
        Shipping: '20.00',
        Taxes: '0.00',
        Total: '150.00',
        'Discount Amount': '0.00',
        'Lineitem quantity': '1',
        'Lineitem name': 'Oolong',
        'Lineitem price': '80.00',
        'Lineitem sku': 'OOLONG-100',
        'Billing Name': `Buyer ${n % 1_000}`,
      }),
      row({ ...orderFields, 'Lineitem quantity': '2', 'Lineitem name': 'Cup', 'Lineitem price': '25.00' }),
    )
  }
  return `${lines.join('\n')}\n`
}
