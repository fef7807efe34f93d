/** Admin screens of this plugin. */
export const screens = {
  'payroll/add-sample': () => import('./add-sample.tsx'),
  'payroll/my-payroll': () => import('./own/my-payroll.tsx'),
  'payroll/my-payslip': () => import('./own/my-payslip.tsx'),
  'payroll/my-work-card': () => import('./own/my-work-card.tsx'),
  'payroll/payroll-view': () => import('./payroll-view.tsx'),
  'payroll/payslip-view': () => import('./payslip-view.tsx'),
  'payroll/reports': () => import('./reports.tsx'),
  'payroll/structure-preview': () => import('./structure-preview.tsx'),
}
