//! The staff console: the modules and their switches, people, organizations, plans, staff, and the audit log.
//!
//! What authenticates somebody, or is felt by sessions and keys, is changed by the host's verbs (`people`, `modules`), which
//! check again who is asking; everything else is a statement of its own in one transaction with its audit entry. What
//! a tenant may is never changed by staff who belong to it: `own_tenant`.

pub mod begin_impersonation;
pub mod clear_entitlement_overrides;
pub mod create_plan;
pub mod demote_staff;
pub mod end_impersonation;
pub mod entitlements;
pub mod get_dashboard;
pub mod get_plan;
pub mod get_staff;
pub mod get_tenant;
pub mod list_audit;
pub mod list_modules;
pub mod list_plans;
pub mod list_spa_routes;
pub mod list_staff;
pub mod list_tenants;
pub mod list_users;
pub mod module;
pub mod new_plan;
pub mod organization;
pub mod override_entitlement;
pub mod own_tenant;
pub mod person;
pub mod plan;
pub mod problems;
pub mod promote_staff;
pub mod reason;
pub mod reset_user_two_factor;
pub mod restore_tenant;
pub mod revoke_user_keys;
pub mod search;
pub mod sign_out_user;
pub mod spa_route;
pub mod subscription;
pub mod suspend_tenant;
pub mod suspension;
pub mod toggle_module;
pub mod toggle_spa_route;
pub mod toggle_user_disabled;
pub mod update_plan;
pub mod update_staff;
pub mod update_tenant;
pub mod update_tenant_subscription;
pub mod update_user_role;
pub mod update_user_subscription;
pub mod words;

quarry_sdk::plugin! {
    name: "staff",
    summary: "The staff console: modules, people, organizations, plans, staff and the audit log.",
    grants: [AppStore, Identity, Audit, Modules, People],
    migrations: ["migrations/0001_spa_routes.sql"],
    personal_data: [
        staff__spa_routes.changed_by_user_id { export: spa_route::ExportPageSwitches, erase: spa_route::ErasePageSwitches },
    ],
    endpoints: [
        begin_impersonation::begin_impersonation,
        end_impersonation::end_impersonation,
        list_users::list_users,
        update_user_role::update_user_role,
        update_user_subscription::update_user_subscription,
        toggle_user_disabled::toggle_user_disabled,
        reset_user_two_factor::reset_user_two_factor,
        sign_out_user::sign_out_user,
        revoke_user_keys::revoke_user_keys,
        list_tenants::list_tenants,
        get_tenant::get_tenant,
        update_tenant::update_tenant,
        update_tenant_subscription::update_tenant_subscription,
        override_entitlement::override_entitlement,
        suspend_tenant::suspend_tenant,
        restore_tenant::restore_tenant,
        clear_entitlement_overrides::clear_entitlement_overrides,
        list_staff::list_staff,
        get_staff::get_staff,
        update_staff::update_staff,
        promote_staff::promote_staff,
        demote_staff::demote_staff,
        get_dashboard::get_dashboard,
        list_plans::list_plans,
        create_plan::create_plan,
        new_plan::new_plan,
        get_plan::get_plan,
        update_plan::update_plan,
        list_modules::list_modules,
        toggle_module::toggle_module,
        list_audit::list_audit,
        list_spa_routes::list_spa_routes,
        toggle_spa_route::toggle_spa_route,
    ],
}
