//! The entitlements of an organization: its plan, the additions of courtesies, and the values that staff set.

use jiff::Timestamp;

/// Something of which a plan gives a number; none is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Allowance {
    ApiRequestsPerHour,
    McpCallsPerDay,
    SavedViews,
    Favourites,
    Alerts,
    ExtraSpaces,
    /// Bytes of each space that a member owns; none is as much as the configuration lets any space hold.
    SpaceBytes,
    ExportsPerMonth,
    RowsPerExport,
}

impl Allowance {
    /// In the order in which they are shown, which is the order of the variants.
    pub const ALL: [Allowance; 9] = [
        Allowance::ApiRequestsPerHour,
        Allowance::McpCallsPerDay,
        Allowance::SavedViews,
        Allowance::Favourites,
        Allowance::Alerts,
        Allowance::ExtraSpaces,
        Allowance::SpaceBytes,
        Allowance::ExportsPerMonth,
        Allowance::RowsPerExport,
    ];

    /// The name in the store, in overrides and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Allowance::ApiRequestsPerHour => "api_requests_per_hour",
            Allowance::McpCallsPerDay => "mcp_calls_per_day",
            Allowance::SavedViews => "saved_views",
            Allowance::Favourites => "favourites",
            Allowance::Alerts => "alerts",
            Allowance::ExtraSpaces => "extra_spaces",
            Allowance::SpaceBytes => "space_bytes",
            Allowance::ExportsPerMonth => "exports_per_month",
            Allowance::RowsPerExport => "rows_per_export",
        }
    }
}

/// Something that a plan has or has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feature {
    ApiAccess,
    DataDownloads,
}

impl Feature {
    /// In the order in which they are shown, which is the order of the variants.
    pub const ALL: [Feature; 2] = [Feature::ApiAccess, Feature::DataDownloads];

    /// The name in the store, in overrides and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Feature::ApiAccess => "api_access",
            Feature::DataDownloads => "data_downloads",
        }
    }
}

/// A plan as staff defined it. The arrays are in the order of [`Allowance::ALL`] and [`Feature::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub key: String,
    pub name: String,
    pub allowances: [Option<u64>; Allowance::ALL.len()],
    pub features: [bool; Feature::ALL.len()],
}

/// One allowance or feature that staff set for one organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The name of an [`Allowance`] or [`Feature`].
    pub name: String,
    /// A whole number or none (unlimited) for an allowance; `true` or `false` for a feature.
    pub value: Option<String>,
}

/// A plan given for a time, on top of the organization's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Courtesy {
    pub plan: Plan,
    pub ends_at: Timestamp,
}

impl Plan {
    /// Every allowance by name; none is unlimited.
    pub fn allowances(&self) -> impl Iterator<Item = (&'static str, Option<u64>)> {
        Allowance::ALL.into_iter().map(|allowance| (allowance.name(), self.allowances[allowance as usize]))
    }

    /// Every feature by name.
    pub fn features(&self) -> impl Iterator<Item = (&'static str, bool)> {
        Feature::ALL.into_iter().map(|feature| (feature.name(), self.features[feature as usize]))
    }
}

/// The entitlements in force for an organization at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entitlements {
    /// The organization's own plan.
    pub plan_key: String,
    pub plan_name: String,
    /// Courtesies that have not ended, the first to end first.
    pub courtesies: Vec<Courtesy>,
    /// Names of the allowances and features that staff set.
    pub overridden: Vec<String>,
    allowances: [Option<u64>; Allowance::ALL.len()],
    features: [bool; Feature::ALL.len()],
}

impl Entitlements {
    /// The one rule: of the organization's plan and its courtesies that have not ended, the better value each; then
    /// what staff set replaces it, better or worse. An override that cannot be read is logged and changes nothing.
    pub fn in_force(plan: Plan, overrides: &[Override], courtesies: &[Courtesy], now: Timestamp) -> Entitlements {
        let mut entitlements = Entitlements {
            plan_key: plan.key,
            plan_name: plan.name,
            courtesies: Vec::new(),
            overridden: Vec::new(),
            allowances: plan.allowances,
            features: plan.features,
        };
        for courtesy in courtesies.iter().filter(|courtesy| courtesy.ends_at > now) {
            entitlements.add_courtesy(courtesy);
        }
        for set in overrides {
            if entitlements.apply(set) {
                entitlements.overridden.push(set.name.clone());
            } else {
                tracing::warn!(name = %set.name, "an entitlement override cannot be read and is not in force");
            }
        }
        entitlements
    }

    /// The limit of `allowance`; `None` is unlimited.
    #[inline]
    pub fn allowance(&self, allowance: Allowance) -> Option<u64> {
        self.allowances[allowance as usize]
    }

    /// True when `feature` is on.
    #[inline]
    pub fn has(&self, feature: Feature) -> bool {
        self.features[feature as usize]
    }

    /// Every allowance by name; none is unlimited.
    pub fn allowances(&self) -> impl Iterator<Item = (&'static str, Option<u64>)> {
        Allowance::ALL.into_iter().map(|allowance| (allowance.name(), self.allowance(allowance)))
    }

    /// Every feature by name.
    pub fn features(&self) -> impl Iterator<Item = (&'static str, bool)> {
        Feature::ALL.into_iter().map(|feature| (feature.name(), self.has(feature)))
    }

    fn add_courtesy(&mut self, courtesy: &Courtesy) {
        self.courtesies.push(courtesy.clone());
        for (own, given) in self.allowances.iter_mut().zip(courtesy.plan.allowances) {
            // None is unlimited, so it wins over any number.
            *own = own.zip(given).map(|(own, given)| own.max(given));
        }
        for (own, given) in self.features.iter_mut().zip(courtesy.plan.features) {
            *own |= given;
        }
    }

    /// Applies an override. False: it could not be read.
    fn apply(&mut self, set: &Override) -> bool {
        let value = set.value.as_deref();
        if let Some(allowance) = Allowance::ALL.into_iter().find(|allowance| allowance.name() == set.name) {
            let Ok(number) = value.map(str::parse).transpose() else { return false };
            self.allowances[allowance as usize] = number;
            return true;
        }
        let feature = Feature::ALL.into_iter().find(|feature| feature.name() == set.name);
        match (feature, value.map(str::parse)) {
            (Some(feature), Some(Ok(on))) => {
                self.features[feature as usize] = on;
                true
            }
            _ => false,
        }
    }
}
