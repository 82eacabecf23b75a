//! Whatever people do in whatever order: each page stands once, in the tree or in the trash.

use super::support::Desk;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quarry_tests::extent;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, Copy)]
enum Deed {
    MakeFolder(usize),
    MakePage(usize),
    Move(usize, usize),
    Trash(usize),
    Restore(usize),
    DeleteFolder(usize),
    TrashProject,
    RestoreProject,
}

fn deed() -> impl Strategy<Value = Deed> {
    let place = || 0..12_usize;
    prop_oneof![
        4 => place().prop_map(Deed::MakeFolder),
        5 => place().prop_map(Deed::MakePage),
        4 => (place(), place()).prop_map(|(page, folder)| Deed::Move(page, folder)),
        3 => place().prop_map(Deed::Trash),
        4 => place().prop_map(Deed::Restore),
        3 => place().prop_map(Deed::DeleteFolder),
        1 => Just(Deed::TrashProject),
        2 => Just(Deed::RestoreProject),
    ]
}

/// The tree as it is to be.
#[derive(Default)]
struct Model {
    /// Each folder with its parent.
    folders: BTreeMap<i64, Option<i64>>,
    /// Each page with its folder, and whether it lies in the trash.
    pages: BTreeMap<i64, (Option<i64>, bool)>,
    project_in_trash: bool,
}

impl Model {
    /// A folder by its place, or the root.
    fn folder(&self, place: usize) -> Option<i64> {
        self.folders.keys().nth(place).copied()
    }

    fn page(&self, place: usize) -> Option<i64> {
        self.pages.keys().nth(place).copied()
    }

    fn depth(&self, folder: Option<i64>) -> usize {
        folder.map_or(0, |folder| 1 + self.depth(self.folders[&folder]))
    }

    fn delete(&mut self, folder: i64) {
        let inner: Vec<i64> =
            self.folders.iter().filter(|(_, parent)| **parent == Some(folder)).map(|(id, _)| *id).collect();
        inner.into_iter().for_each(|inner| self.delete(inner));
        self.folders.remove(&folder);
        for (place, in_trash) in self.pages.values_mut().filter(|(place, _)| *place == Some(folder)) {
            (*place, *in_trash) = (None, true);
        }
    }
}

/// Does it, and does the same in the model; the status, and the one that the model expects.
fn act(desk: &mut Desk, project: i64, model: &mut Model, deed: Deed) -> (u16, u16) {
    let path = format!("/session/research/projects/{project}");
    let page_path = |page: i64| format!("/session/research/pages/{page}");
    let shut = model.project_in_trash;
    let good = |status: u16| if shut { 409 } else { status };
    match deed {
        Deed::MakeFolder(place) => {
            let parent = model.folder(place);
            let expected = good(if model.depth(parent) == 8 { 422 } else { 201 });
            let made = desk.editor.write(
                "POST",
                &format!("{path}/folders"),
                &json!({ "name": "x", "parent_folder_id": parent }),
            );
            if made.status == 201 {
                model.folders.insert(made.json()["id"].as_i64().expect("an id"), parent);
            }
            (made.status, expected)
        }
        Deed::MakePage(place) => {
            let folder = model.folder(place);
            let made =
                desk.editor.write("POST", &format!("{path}/pages"), &json!({ "title": "x", "folder_id": folder }));
            if made.status == 201 {
                model.pages.insert(made.json()["id"].as_i64().expect("an id"), (folder, false));
            }
            (made.status, good(201))
        }
        Deed::Move(page, place) => {
            let (Some(page), folder) = (model.page(page), model.folder(place)) else { return (0, 0) };
            let (_, in_trash) = model.pages[&page];
            let moved = desk.editor.write("PATCH", &page_path(page), &json!({ "folder_id": folder }));
            if moved.status == 200 {
                model.pages.insert(page, (folder, false));
            }
            (moved.status, good(if in_trash { 409 } else { 200 }))
        }
        Deed::Trash(page) => {
            let Some(page) = model.page(page) else { return (0, 0) };
            let status = desk.owner.write("DELETE", &page_path(page), &json!({})).status;
            if !shut {
                model.pages.entry(page).and_modify(|(_, in_trash)| *in_trash = true);
            }
            (status, 204)
        }
        Deed::Restore(page) => {
            let Some(page) = model.page(page) else { return (0, 0) };
            let status = desk.editor.write("PATCH", &format!("{}/restore", page_path(page)), &json!({})).status;
            if !shut {
                model.pages.entry(page).and_modify(|(_, in_trash)| *in_trash = false);
            }
            (status, good(200))
        }
        Deed::DeleteFolder(place) => {
            let Some(folder) = model.folder(place) else { return (0, 0) };
            let status = desk.editor.write("DELETE", &format!("{path}/folders/{folder}"), &json!({})).status;
            if !shut {
                model.delete(folder);
            }
            (status, good(204))
        }
        Deed::TrashProject => {
            model.project_in_trash = true;
            (desk.owner.write("DELETE", &path, &json!({})).status, 204)
        }
        Deed::RestoreProject => {
            model.project_in_trash = false;
            (desk.owner.write("PATCH", &format!("{path}/restore"), &json!({})).status, 200)
        }
    }
}

/// Folders with their parents, pages with their folders, and pages in the trash.
type Shown = (BTreeMap<i64, Option<i64>>, Vec<(i64, Option<i64>)>, Vec<i64>);

fn shown(desk: &Desk, project: i64) -> Shown {
    let seen = desk.viewer.read(&format!("/session/research/projects/{project}"));
    let list = |list: &Json, member: &str| -> Vec<(i64, Option<i64>)> {
        let things = list.as_array().expect("a list").iter();
        things.map(|thing| (thing["id"].as_i64().expect("an id"), thing[member].as_i64())).collect()
    };
    let mut pages = list(&seen["pages"], "folder_id");
    pages.sort_unstable();
    let trash = desk.owner.read("/session/research/trash?limit=500");
    let mut trashed: Vec<i64> = list(&trash["trash"], "id").into_iter().map(|(id, _)| id).collect();
    trashed.sort_unstable();
    (list(&seen["folders"], "parent_folder_id").into_iter().collect(), pages, trashed)
}

#[test]
fn each_page_stands_once_in_the_tree_or_in_the_trash() {
    let mut runner =
        TestRunner::new(Config { cases: extent::of(5, 12), failure_persistence: None, ..Config::default() });
    let run = |deeds: Vec<Deed>| {
        let mut desk = Desk::new();
        let project = desk.project("Tree");
        let mut model = Model::default();
        for deed in &deeds {
            let (status, expected) = act(&mut desk, project, &mut model, *deed);
            prop_assert_eq!(status, expected, "{:?} of {:?}", deed, deeds);
        }
        if model.project_in_trash {
            act(&mut desk, project, &mut model, Deed::RestoreProject);
        }
        let (folders, pages, trashed) = shown(&desk, project);
        prop_assert_eq!(&folders, &model.folders, "{:?}", &deeds);
        let (in_trash, in_tree): (Vec<_>, Vec<_>) = model.pages.iter().partition(|(_, (_, in_trash))| *in_trash);
        prop_assert_eq!(
            &pages,
            &in_tree.iter().map(|(id, (folder, _))| (**id, *folder)).collect::<Vec<_>>(),
            "{:?}",
            &deeds
        );
        prop_assert_eq!(&trashed, &in_trash.iter().map(|(id, _)| **id).collect::<Vec<_>>(), "{:?}", &deeds);
        let known: BTreeSet<Option<i64>> = folders.keys().map(|id| Some(*id)).chain([None]).collect();
        prop_assert!(pages.iter().all(|(_, folder)| known.contains(folder)), "{:?}", deeds);
        Ok(())
    };
    runner.run(&proptest::collection::vec(deed(), 10..40), run).unwrap_or_else(|failure| panic!("{failure}"));
}
