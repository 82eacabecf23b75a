-- The research workspace: projects, their folders, pages and tags, and the templates of a space. space_id stands in each table, so
-- that a guard finds the space of a thing in one row. trashed_at: since when it lies in the trash.
CREATE TABLE research_projects (
    id {id},
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    description TEXT,
    created_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    trashed_at BIGINT,
    trashed_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    UNIQUE (id, space_id)
);
CREATE INDEX research_projects_by_space ON research_projects (space_id, id);
CREATE INDEX research_projects_in_trash ON research_projects (trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX research_projects_by_creator ON research_projects (created_by_user_id);
CREATE INDEX research_projects_by_trasher ON research_projects (trashed_by_user_id);

-- A folder of a project, at its root or in another folder.
CREATE TABLE research_folders (
    id {id},
    space_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    parent_folder_id BIGINT,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (id, project_id),
    FOREIGN KEY (project_id, space_id) REFERENCES research_projects (id, space_id) ON DELETE CASCADE,
    FOREIGN KEY (parent_folder_id, project_id) REFERENCES research_folders (id, project_id) ON DELETE CASCADE
);
CREATE INDEX research_folders_by_project ON research_folders (project_id, id);
CREATE INDEX research_folders_by_parent ON research_folders (parent_folder_id, project_id);

-- A page. finding: what it found, in one line. document_version: raised by each save of its blocks and by nothing else; version:
-- by each change of its other fields. verified_document_version: the one that was checked; a later one is not.
CREATE TABLE research_pages (
    id {id},
    space_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    folder_id BIGINT REFERENCES research_folders (id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    finding TEXT,
    status {key_text} NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'in_review', 'final')),
    from_template BOOLEAN NOT NULL DEFAULT FALSE {truth from_template},
    document_version BIGINT NOT NULL DEFAULT 0,
    version BIGINT NOT NULL DEFAULT 1,
    created_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    updated_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    verified_at BIGINT,
    verified_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    verified_document_version BIGINT,
    trashed_at BIGINT,
    trashed_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    UNIQUE (id, space_id),
    FOREIGN KEY (project_id, space_id) REFERENCES research_projects (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_pages_by_project ON research_pages (project_id, created_at, id);
CREATE INDEX research_pages_by_space ON research_pages (space_id, created_at, id);
CREATE INDEX research_pages_by_folder ON research_pages (folder_id);
CREATE INDEX research_pages_in_trash ON research_pages (trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX research_pages_by_creator ON research_pages (created_by_user_id);
CREATE INDEX research_pages_by_editor ON research_pages (updated_by_user_id);
CREATE INDEX research_pages_by_verifier ON research_pages (verified_by_user_id);
CREATE INDEX research_pages_by_trasher ON research_pages (trashed_by_user_id);

CREATE TABLE research_page_tags (
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    tag {key_text} NOT NULL,
    PRIMARY KEY (page_id, tag),
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_page_tags_by_space ON research_page_tags (space_id, tag);

-- What a new page of the space may begin with. blocks: JSON, a list of kind, body and attrs.
CREATE TABLE research_templates (
    id {id},
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    blocks TEXT NOT NULL,
    block_count BIGINT NOT NULL,
    created_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX research_templates_by_space ON research_templates (space_id, id);
CREATE INDEX research_templates_by_creator ON research_templates (created_by_user_id);
