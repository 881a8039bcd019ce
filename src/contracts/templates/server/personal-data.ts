import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const templateData: TableEntries = {
  contract_templates: nobody('id kind name archived_at created_at to_review language names'),
  contract_template_versions: nobody('id template_id version title body created_at created_by'),
  template_settings: nobody('id tier_amendments_on tier_amendment_template_id'),
  tier_amendments: nobody('partner_id tier_id contract_id created_at'),
}
